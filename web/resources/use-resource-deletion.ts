import type { Resource } from '@coinless/contract/resources.ts'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { useDeletion } from '../queries/use-deletion.ts'
import { t } from '../texts/texts.ts'
import { shortId } from '../ui/formats.ts'

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
