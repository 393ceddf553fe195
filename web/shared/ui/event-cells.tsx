import type { AuditEvent } from '@coinless/contract/audit.ts'
import type { DeviceType, StaffRole } from '@coinless/contract/choices.ts'
import { Stack, Text } from '@mantine/core'
import { fieldName, t } from '../texts/texts.ts'
import { addressOf, dateAndTime, label, shortId } from './formats.ts'

/** The actor, and the API key used. */
export function actorOf({ actor_email, details }: Pick<AuditEvent, 'actor_email' | 'details'>) {
  const who = addressOf(actor_email ?? t('audit.nobody'))
  return details.api_key ? t('audit.byKey', { who, key: details.api_key }) : who
}

export function subjectOf({ subject, subject_id }: Pick<AuditEvent, 'subject' | 'subject_id'>) {
  if (subject) return addressOf(subject)
  return subject_id ? shortId(subject_id) : t('words.notAvailable')
}

const roles = /\b(manager|technician|bookkeeper)\b/g
const timestamp = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Details without the key, which is shown with the actor. */
export function EventDetails({ details: { api_key: _, ...changes } }: Pick<AuditEvent, 'details'>) {
  return (
    <Stack gap={0}>
      {Object.entries(changes).map(([field, change]) => (
        <Text key={field} size="sm">
          {t('units.labeled', { name: fieldName(field), value: shown(field, change) })}
        </Text>
      ))}
    </Stack>
  )
}

function shown(field: string, change: string): string {
  if (field === 'expires_at') return change.replace(timestamp, dateAndTime)
  // Rules of a room list types of machines.
  if (/^(queue|hold)_types$/.test(field)) {
    return change.replace(/[a-z]+/g, (type) => label(type as DeviceType))
  }
  if (field !== 'role') return change
  return change.replace(roles, (role) => t(`working.roles.${role as StaffRole}`))
}
