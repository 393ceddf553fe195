import { type Display, displays } from '@coinless/contract/displays.ts'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { DisplayFields } from './DisplayFields.tsx'
import { displaysQuery } from './display-queries.ts'

interface DisplayDialogProps {
  /** undefined: the dialog is closed. */
  display: Display | undefined
  /** Of the room. */
  number: string
  close: () => void
}

export function DisplayDialog({ display, number, close }: DisplayDialogProps) {
  return (
    <Dialog
      title={display && t('displays.changeOne', { name: display.name })}
      isOpen={display !== undefined}
      close={close}
    >
      {display && <DisplayForm key={display.id} display={display} number={number} close={close} />}
    </Dialog>
  )
}

function DisplayForm({ display, number, close }: DisplayDialogProps & { display: Display }) {
  const queryClient = useQueryClient()
  const { id, name, language, shows_people, takes_payments } = display
  const form = useForm<
    Pick<Display, 'name' | 'language' | 'shows_people' | 'takes_payments'>,
    Display
  >({
    name: `display ${id}`,
    initial: { name, language, shows_people, takes_payments },
    validate: checkedBy(displays.change.body),
    // Sends changed fields only, because another tab may have changed the rest.
    send: (values) =>
      call(calls.displays.change, {
        params: { number, id },
        body: {
          ...(values.name !== name && { name: values.name }),
          ...(values.language !== language && { language: values.language }),
          ...(values.shows_people !== shows_people && { shows_people: values.shows_people }),
          ...(values.takes_payments !== takes_payments && {
            takes_payments: values.takes_payments,
          }),
        },
      }),
    success: t('displays.changed'),
    done: () => void queryClient.invalidateQueries(displaysQuery(number)),
    leave: close,
    failed: showFailure(t('displays.changeFailed')),
  })
  return (
    <DialogForm form={form} label={t('displays.change')}>
      <DisplayFields form={form} />
    </DialogForm>
  )
}
