import { systemLimits as limits } from '@coinless/contract/system-limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

interface Problem {
  kind: 'error' | 'slow_statement'
  source: string
  error: string
  times: number
  longest_ms: number | null
}

/** pino's level numbers. */
const warn = 40
const error = 50
/** Source of problems that exceed the number of kinds kept. */
const others = '…'
/** Matches names and codes of errors, but no user input. */
const nameOrCode = /^\w{1,40}$/
const frame = /(?<![\w./\\-])[\w./\\-]+:\d+/g
const place = /[/\\]((?:server|contract)[/\\].*)/s
const placeholders = /\$\d+(?:, ?\$\d+)+/g

/**
 * Counts logged errors and slow statements by kind: place, name and code of the error and line of code, or text of
 * the statement. Never the error's message, which may quote user input. Never fails or waits; merged with all
 * servers' counts later.
 */
export class Problems {
  private counted = new Map<string, Problem>()

  /**
   * Counts a log call.
   * @param args of the logger: facts, an error or a message, and the message after facts
   */
  note(args: unknown[], level: number): void {
    try {
      if (level >= warn) this.noteLine(args, level)
    } catch {
      // An error may be any value; one that cannot be read is logged anyway.
    }
  }

  /** Adds the counts to those of all servers. Keeps them for the next call if writing fails. */
  async keep(database: Database): Promise<void> {
    const problems = [...this.counted.values()]
    if (problems.length === 0) return
    this.counted = new Map()
    try {
      await addToAll(database, problems)
    } catch (failure) {
      for (const problem of problems) this.add(problem)
      throw failure
    }
  }

  private noteLine([given, sentence]: unknown[], level: number) {
    const facts = (typeof given === 'object' && given) || {}
    const { err, route, statement, durationMs } = facts as Record<string, unknown>
    const failure = given instanceof Error ? given : err
    if (typeof statement === 'string' && typeof durationMs === 'number') {
      const source = plain(statement.replace(placeholders, '$…'))
      this.add({ kind: 'slow_statement', source, error: '', times: 1, longest_ms: durationMs })
      return
    }
    if (!failure && level < error) return
    // Our own message or, if there is none, that of the error.
    const said = [sentence, given].find((each) => typeof each === 'string') ?? ''
    const ours = failure && (failure as Error).message === said ? '' : String(said)
    const [source, ...rest] = [route, ours, ...detailsOf(failure)].filter(Boolean).map(String)
    const kind = { source: plain(source ?? others), error: plain(rest.join(' · ')) }
    this.add({ kind: 'error', ...kind, times: 1, longest_ms: null })
  }

  private add(problem: Problem) {
    const key = JSON.stringify([problem.kind, problem.source, problem.error])
    const before = this.counted.get(key)
    if (!before && problem.source !== others && this.counted.size >= limits.problemsAtOnce) {
      this.add({ ...problem, source: others, error: '' })
      return
    }
    this.counted.set(key, {
      ...problem,
      times: problem.times + (before?.times ?? 0),
      longest_ms:
        problem.longest_ms && Math.max(Math.round(problem.longest_ms), before?.longest_ms ?? 0),
    })
  }
}

/** Uses the database's clock. At the maximum number of rows, further kinds are counted in one row. */
async function addToAll(database: Database, problems: Problem[]) {
  await sql`
    insert into server_problems as known (hour, kind, source, error, times, longest_ms, last_at)
    select hour, kind, case when fits then source else ${others} end, case when fits then error else '' end,
      sum(times), max(longest_ms), now()
    from (
      select *, exists (select from server_problems as of_day
          where (of_day.hour, of_day.kind, of_day.source, of_day.error)
            = (added.hour, added.kind, added.source, added.error))
        or (select count(*) from server_problems) < ${sql.lit(limits.problemsKept)} as fits
      from (
        select date_trunc('hour', now(), 'UTC') as hour, one.*
        from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
          as one (kind text, source text, error text, times integer, longest_ms integer)
      ) as added
    ) as each_one
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (hour, kind, source, error) do update set
      times = known.times + excluded.times,
      longest_ms = greatest(known.longest_ms, excluded.longest_ms),
      last_at = excluded.last_at`.execute(database)
}

/** Returns the error's name and code, and the first stack frame in our code. */
function detailsOf(failure: unknown): unknown[] {
  if (!failure) return []
  const { name, code, stack } = failure as Record<string, unknown>
  const frames = typeof stack === 'string' ? (stack.match(frame) ?? []) : []
  const where = frames.map((each) => place.exec(each)?.[1]).find(Boolean)
  const known = [name, code].filter((each) => typeof each === 'string' && nameOrCode.test(each))
  return [...known, where]
}

/** Removes what PostgreSQL cannot store. */
function plain(text: string): string {
  return text.replaceAll('\0', '').slice(0, limits.problemLengthMax).toWellFormed()
}
