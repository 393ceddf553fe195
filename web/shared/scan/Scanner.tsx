import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { CameraOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { type CameraProblem, watchCamera } from './camera.ts'
import classes from './Scanner.module.css'
import type { Scanned } from './scanned.ts'

interface ScannerProps {
  what: Scanned
  found: (text: string) => void
}

/** Live preview that finds a QR code. The camera runs only while the tab is seen. */
export function Scanner({ what, found }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  const [isLive, setLive] = useState(false)
  const [isForeign, setForeign] = useState(false)
  const isSeen = useDocumentVisibility() === 'visible'
  const read = useEffectEvent((text: string, stop: () => void) => {
    const wanted = what.read(text, location.origin)
    setForeign(wanted === null)
    if (wanted === null) return
    stop()
    found(wanted)
  })
  const isWatching = isSeen && !problem
  useEffect(() => {
    if (!isWatching || !video.current) return
    const watching = new AbortController()
    const stop = () => watching.abort()
    void watchCamera(video.current, {
      camera: what.camera,
      signal: watching.signal,
      onLive: () => setLive(true),
      onText: (text) => read(text, stop),
      onProblem: setProblem,
    })
    return () => {
      stop()
      setLive(false)
    }
  }, [isWatching, what])

  if (problem) {
    return (
      <Stack role="alert">
        <Alert color="yellow" icon={<CameraOff />} title={t(`scan.problems.${problem}`)}>
          {t(`scan.${what.name}.typeInstead`)}
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
        {isForeign || isLive
          ? t(`scan.${what.name}.${isForeign ? 'foreign' : 'hint'}`)
          : t('scan.starting')}
      </Text>
    </Stack>
  )
}
