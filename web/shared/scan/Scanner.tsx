import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { CameraOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { type CameraProblem, watchCamera } from './camera.ts'
import classes from './Scanner.module.css'
import { scannedNumber } from './scanned-number.ts'

interface ScannerProps {
  found: (number: string) => void
}

/** Live preview that finds a sticker. The camera runs only while the tab is seen. */
export function Scanner({ found }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  const [isLive, setLive] = useState(false)
  const [isForeign, setForeign] = useState(false)
  const isSeen = useDocumentVisibility() === 'visible'
  const read = useEffectEvent((text: string, stop: () => void) => {
    const number = scannedNumber(text, location.origin)
    setForeign(number === null)
    if (number === null) return
    stop()
    found(number)
  })
  const isWatching = isSeen && !problem
  useEffect(() => {
    if (!isWatching || !video.current) return
    const watching = new AbortController()
    const stop = () => watching.abort()
    void watchCamera(video.current, {
      signal: watching.signal,
      onLive: () => setLive(true),
      onText: (text) => read(text, stop),
      onProblem: setProblem,
    })
    return () => {
      stop()
      setLive(false)
    }
  }, [isWatching])

  if (problem) {
    return (
      <Stack role="alert">
        <Alert color="yellow" icon={<CameraOff />} title={t(`scan.problems.${problem}`)}>
          {t('scan.typeInstead')}
        </Alert>
        {problem !== 'insecure' && (
          <Button variant="default" onClick={() => setProblem(undefined)}>
            {t('list.tryAgain')}
          </Button>
        )}
      </Stack>
    )
  }
  return (
    <Stack gap="xs">
      <video
        ref={video}
        className={classes.preview}
        muted
        playsInline
        aria-label={t('scan.preview')}
      />
      <Text size="sm" role="status">
        {t(isForeign ? 'scan.foreign' : isLive ? 'scan.hint' : 'scan.starting')}
      </Text>
    </Stack>
  )
}
