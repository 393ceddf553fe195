import type { ComponentType } from 'react'

type Overlays = ComponentType<{ onShown: () => void }>

let overlays: Overlays | null = null
const listeners = new Set<() => void>()
const areShown = Promise.withResolvers<void>()

/** Where toasts and questions appear, once their code is there. */
export function currentOverlays(): Overlays | null {
  return overlays
}

export function subscribeToOverlays(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function onOverlaysShown(): void {
  areShown.resolve()
}

export async function loadOverlays() {
  const { default: Overlays, showToast, ask } = await import('./Overlays.tsx')
  overlays = Overlays
  for (const listener of listeners) listener()
  await areShown.promise
  return { showToast, ask }
}
