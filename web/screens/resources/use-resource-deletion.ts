import type { Resource } from '@coinless/contract/resources.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { t } from '../../shared/texts/texts.ts'
import { shortId } from '../../shared/ui/formats.ts'

export function useResourceDeletion({ id }: Resource, onDeleted?: () => void) {
  return useDeletion({
    id,
    remove: () => call(calls.resources.delete, { params: { id } }),
    key: 'resources',
    title: t('resources.deleteTitle'),
    text: t('resources.deleteText', { id: shortId(id) }),
    deleted: t('resources.deleted'),
    failed: t('resources.deleteFailed'),
    onDeleted,
  })
}
