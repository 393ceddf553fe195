import { type Controller, controllers } from '@coinless/contract/controllers.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'

interface RenameProps {
  controller: Controller
  version: string | undefined
  loadAgain: () => Promise<Versioned<Controller> | undefined>
}

export function RenameButton(props: RenameProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} />} onClick={() => setOpen(true)}>
        {t('controllers.rename')}
      </Button>
      <Dialog title={t('controllers.rename')} isOpen={isOpen} close={close}>
        <RenameForm {...props} close={close} />
      </Dialog>
    </>
  )
}

function RenameForm({
  controller,
  version,
  loadAgain,
  close,
}: RenameProps & { close: () => void }) {
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: `controller ${controller.id}`,
    initial: inputOf(controller),
    version,
    validate: checkedBy(controllers.rename.body),
    valuesOf: inputOf,
    send: (body, ofVersion) =>
      callWithVersion(calls.controllers.rename, {
        params: { id: controller.id },
        query: { version: ofVersion },
        body,
      }),
    loadAgain,
    success: t('controllers.renamed'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['controllers'] }),
    leave: close,
    failed: showFailure(t('controllers.renameFailed')),
  })
  return (
    <DialogForm
      form={form}
      fields={{ name: t('field.name') }}
      label={t('action.save')}
      isDisabled={!form.isChanged}
    >
      <TextInput
        label={t('field.name')}
        required
        maxLength={limits.nameMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}

const inputOf = ({ name }: Controller) => ({ name })
