/** SQL that moves everything about a cycle into the past by this many seconds. Run it as the owner of the tables. */
export function passedTime(cycleId: string, seconds: number): string {
  const ago = `interval '${seconds} seconds'`
  return `
    update cycles set created_at = created_at - ${ago}, run_since = run_since - ${ago},
      ends_at = ends_at - ${ago}, last_running_at = last_running_at - ${ago},
      idle_since = idle_since - ${ago}, next_check_at = next_check_at - ${ago}, ended_at = ended_at - ${ago}
    where id = '${cycleId}';
    set session_replication_role = replica;
    update card_payments set created_at = created_at - ${ago}, next_attempt_at = next_attempt_at - ${ago}
    where id = '${cycleId}' and status = 'pending';
    set session_replication_role = origin;
    update starts set created_at = created_at - ${ago}, deadline = deadline - ${ago},
      sent_at = sent_at - ${ago}
    where cycle_id = '${cycleId}';
    update device_links set created_at = created_at - ${ago}
    where device_id = (select device_id from cycles where id = '${cycleId}')`
}
