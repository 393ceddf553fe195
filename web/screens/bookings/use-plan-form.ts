import type { KnownPlan } from '@coinless/contract/booking-plans.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { Room } from '@coinless/contract/rooms.ts'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { t } from '../../shared/texts/texts.ts'
import { bodyOf, inputOf, type PlanInput, validate } from './plan-input.ts'
import { planQuery } from './plan-query.ts'

export interface PlanFormProps {
  /** Number of the room in the address of the screen. */
  given: string
  saved: Versioned<KnownPlan>
  room: Room
  machines: Device[]
  loadAgain: () => Promise<Versioned<KnownPlan> | undefined>
}

export function usePlanForm({ given, saved, room, machines, loadAgain }: PlanFormProps) {
  const queryClient = useQueryClient()
  return useVersionedForm<PlanInput, KnownPlan>({
    name: `booking plan of room ${room.id}`,
    initial: inputOf(saved.thing),
    version: saved.version,
    validate,
    valuesOf: inputOf,
    send: (values, version) =>
      callWithVersion(calls.bookingPlans.set, {
        params: { number: room.number },
        query: { version },
        body: bodyOf(values),
      }),
    loadAgain,
    success: t('bookingPlan.saved'),
    done: async (now) => {
      await showAnswer(planQuery(given).queryKey, { ...now, room, machines })
      await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    },
    failed: showFailure(t('bookingPlan.saveFailed')),
  })
}
