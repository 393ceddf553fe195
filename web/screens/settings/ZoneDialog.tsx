import { places } from '@coinless/contract/places.ts'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { ZoneSelect } from '../../shared/forms/ZoneSelect.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { viewersTimeZone, zoneName } from '../../shared/ui/time-zone.ts'

/** A place, or the account with the time zone of all others. */
export type ZoneOwner = { own: string | null } & (
  | { location: null }
  | { location: string; time_zone: string | null }
)

/** Stands for null, because a select has only texts. */
const ownZone = 'own'
const wrong = checkedBy(places.setTimeZone.body)

export function ownZoneLabel(own: string | null): string {
  return own === null ? t('places.own') : t('places.ownIs', { zone: zoneName(own) })
}

interface ZoneDialogProps {
  /** undefined: the dialog is closed. */
  changed: ZoneOwner | undefined
  close: () => void
}

export function ZoneDialog({ changed, close }: ZoneDialogProps) {
  return (
    <Dialog
      title={
        changed &&
        (changed.location === null
          ? t('places.changeOwn')
          : t('places.changeOne', { place: changed.location }))
      }
      isOpen={changed !== undefined}
      close={close}
    >
      {changed && <ZoneForm key={changed.location} zoneOwner={changed} close={close} />}
    </Dialog>
  )
}

function ZoneForm({ zoneOwner, close }: { zoneOwner: ZoneOwner; close: () => void }) {
  const queryClient = useQueryClient()
  const { location, own } = zoneOwner
  const saved = zoneOwner.location === null ? (own ?? viewersTimeZone) : zoneOwner.time_zone
  const form = useForm({
    name: `time zone of ${location ?? 'own places'}`,
    initial: { time_zone: saved ?? ownZone },
    validate: (values) => wrong(bodyOf(location, values)),
    send: (values) => call(calls.places.setTimeZone, { body: bodyOf(location, values) }),
    success: t('places.saved'),
    done: () =>
      Promise.all(
        ['places', 'devices', 'transactions'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
    leave: close,
    failed: showFailure(t('places.saveFailed')),
  })
  return (
    <DialogForm form={form} label={t('action.save')}>
      <ZoneSelect
        data-autofocus
        used={[own, saved]}
        first={location === null ? [] : [{ value: ownZone, label: ownZoneLabel(own) }]}
        {...form.getInputProps('time_zone')}
      />
    </DialogForm>
  )
}

function bodyOf(location: string | null, { time_zone }: { time_zone: string }) {
  return { location, time_zone: time_zone === ownZone ? null : time_zone }
}
