/** Whether the last call had an answer. */
let isAnswered = true

/** No answer came: nobody knows whether the call arrived. */
export class NoAnswer extends TypeError {}

/** It is known that the call was not sent. */
export class NotSent extends NoAnswer {}

export function isServerReached(): boolean {
  return isAnswered
}

export function noteAnswer(came: boolean): void {
  isAnswered = came
}
