import type { StaffRole } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type StaffMember, staff } from '@coinless/contract/staff.ts'
import { Button, Card, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  checkedWithProof,
  emptyProof,
  ProofFields,
  proofSecrets,
  useProof,
} from '../../shared/account/OwnerProof.tsx'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { PlacesField } from './PlacesField.tsx'
import { RoleSelect } from './RoleSelect.tsx'

type Input = typeof emptyProof & { email: string; role: StaffRole; places: string[] | null }

const blank: Input = { email: '', role: 'manager', places: null, ...emptyProof }

export default function InviteStaff() {
  const wayBack = useWayBack()
  const queryClient = useQueryClient()
  const proofOf = useProof()
  const form = useForm<Input, StaffMember>({
    name: 'invite staff',
    initial: blank,
    secrets: proofSecrets,
    validate: checkedWithProof(staff.invite.body),
    send: async (input) =>
      call(calls.staff.invite, {
        body: {
          email: input.email,
          role: input.role,
          places: input.places,
          ...(await proofOf(input)),
        },
      }),
    success: t('staff.invited', { days: limits.invitationDays }),
    done: () => void queryClient.invalidateQueries({ queryKey: ['staff'] }),
    leave: () => wayBack(paths.staff),
    failed: showFailure(t('staff.inviteFailed')),
  })
  return (
    <Page
      back={<BackLink to={paths.staff}>{t('staff.back')}</BackLink>}
      title={t('staff.invite')}
      narrow
    >
      <ProofNeeded why={t('staff.verifyOwn')} />
      <form onSubmit={form.submit} noValidate>
        <Card withBorder>
          <FormNotice form={form} />
          <Stack>
            <AddressInput
              label={t('field.email')}
              description={t('staff.emailHint')}
              required
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('email')}
            />
            <RoleSelect role={form.values.role} input={form.getInputProps('role')} />
            <PlacesField {...form.getInputProps('places')} />
            <ProofFields form={form} />
          </Stack>
          <FormButtons form={form} label={t('staff.invite')} mt="lg">
            <Button variant="default" onClick={() => wayBack(paths.staff)}>
              {t('action.cancel')}
            </Button>
          </FormButtons>
        </Card>
      </form>
    </Page>
  )
}
