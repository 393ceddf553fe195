import { UnstyledButton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { photoAddress } from './photo-address.ts'
import classes from './Reports.module.css'

interface ReportPhotoProps {
  id: string
  /** Content of the photo, as far as known. */
  name: string
  /** Label of the button that enlarges it. */
  open: string
}

/** A thumbnail, loaded when it becomes visible and enlarged with a tap. */
export function ReportPhoto({ id, name, open }: ReportPhotoProps) {
  const [isOpen, setOpen] = useState(false)
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data, isError, refetch } = useQuery({
    queryKey: ['report-photos', id],
    queryFn: ({ signal }) => call(calls.reports.photo, { params: { id }, signal }),
    enabled: inViewport,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const photo = data && photoAddress(data.photo)
  return (
    <div ref={ref} className={classes.place}>
      {photo && (
        <UnstyledButton aria-label={open} onClick={() => setOpen(true)}>
          <img src={photo} alt="" className={classes.preview} />
        </UnstyledButton>
      )}
      {!photo && isError && (
        <LoadFailure message={t('reports.photoFailed')} retry={() => void refetch()} />
      )}
      <Dialog title={name} isOpen={isOpen} close={() => setOpen(false)} isWide>
        <img src={photo} alt={name} className={classes.large} />
      </Dialog>
    </div>
  )
}
