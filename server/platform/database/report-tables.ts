import type { ReportKind } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export interface ReportTables {
  report_cases: {
    id: Generated<string>
    device_id: string
    kind: ReportKind
    reported_at: Timestamp
    done_at: Date | null
  }
  reports: {
    id: Generated<string>
    case_id: string
    user_id: string
    device_label: string
    device_number: string
    payment_id: string | null
    has_paid: boolean
    text: string | null
    language: Language
    /** Filed by the server for the payer. */
    is_automatic: Generated<boolean>
    created_at: Timestamp
    done_at: Date | null
    /** When the reporter was last notified that it is resolved. */
    done_notified_at: Date | null
  }
  report_photos: {
    id: string
    photo: Buffer
    created_at: Timestamp
  }
  photos_per_network: {
    network: string
    window_started_at: Timestamp
    photos: number
  }
  report_answers: {
    id: Generated<string>
    report_id: string
    text: string
    is_from_reporter: Generated<boolean>
    created_at: Timestamp
  }
}
