import { useEffect, useEffectEvent } from 'react'
import { forgetScannedCode, onScannedCode, scannedCode } from '../session/scanned-code.ts'

/** Fills in a scanned code, once. */
export function useScannedCode(fill: (code: string) => void) {
  const fillIn = useEffectEvent(() => {
    const code = scannedCode()
    if (code === null) return
    forgetScannedCode()
    fill(code)
  })
  useEffect(() => {
    fillIn()
    return onScannedCode(fillIn)
  }, [])
}
