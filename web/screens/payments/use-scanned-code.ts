import { useEffect, useEffectEvent } from 'react'
import { codesScanned, forgetScannedCode, scannedCode } from '../../shared/session/scanned-code.ts'

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
    return codesScanned.subscribe(fillIn)
  }, [])
}
