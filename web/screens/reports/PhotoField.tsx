import { Button, FileButton, Group, Input, Loader, Text } from '@mantine/core'
import { Camera, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { photoAddress } from './photo-address.ts'
import classes from './Reports.module.css'
import { smallerPhoto } from './smaller-photo.ts'

interface PhotoFieldProps {
  /** Base64; empty: no photo. */
  value?: string
  error?: ReactNode
  onChange: (photo: string) => void
  /** Whether a chosen photo is not ready yet. */
  isReading: boolean
  setReading: (isReading: boolean) => void
  'data-path'?: string
}

/** One photo, taken or chosen, shown as it will be sent. */
export function PhotoField(props: PhotoFieldProps) {
  const { value, error, onChange, isReading, setReading, ...marks } = props
  const id = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const forget = useRef<() => void>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const problem = isUnreadable ? t('reports.photoUnreadable') : error

  async function take(file: File | null) {
    // Lets the same file be chosen again.
    forget.current?.()
    if (!file) return
    setUnreadable(false)
    setReading(true)
    const photo = await smallerPhoto(file)
    setReading(false)
    setUnreadable(photo === undefined)
    if (photo !== undefined) onChange(photo)
  }

  function remove() {
    setUnreadable(false)
    onChange('')
    // The focused button disappears.
    chooser.current?.focus()
  }

  return (
    <fieldset className={classes.photo} aria-describedby={problem ? id : undefined}>
      <legend>{t('reports.photo')}</legend>
      <div aria-live="polite">
        {value && (
          <>
            <img src={photoAddress(value)} alt="" className={classes.preview} />
            <Text size="sm" c="dimmed">
              {t('reports.photoAdded')}
            </Text>
          </>
        )}
      </div>
      <Group gap="xs">
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          resetRef={forget}
          onChange={(file) => void take(file)}
        >
          {({ onClick }) => (
            <Button
              ref={chooser}
              variant="default"
              leftSection={isReading ? <Loader size={16} /> : <Camera size={16} aria-hidden />}
              onClick={onClick}
              {...marks}
            >
              {t(value ? 'reports.otherPhoto' : 'reports.addPhoto')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="default" leftSection={<X size={16} aria-hidden />} onClick={remove}>
            {t('reports.removePhoto')}
          </Button>
        )}
      </Group>
      <div aria-live="polite">{problem && <Input.Error id={id}>{problem}</Input.Error>}</div>
    </fieldset>
  )
}
