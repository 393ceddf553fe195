import { lazy } from 'react'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'

// Most rooms have neither queues nor holds.

export const SectionQueue = lazy(() => awaited(() => withLaterTexts(import('./SectionQueue.tsx'))))
export const HoldButton = lazy(() => awaited(() => withLaterTexts(import('./HoldButton.tsx'))))
