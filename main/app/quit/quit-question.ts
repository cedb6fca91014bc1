import type { Job } from '../../../shared/model/job.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { jobKindWords } from '../../../shared/words/job-words.ts'
import type { Question } from '../../ipc/consent/questions.ts'

const maxListed = 8

function wordJob({ kind, title, target }: Job): string {
  const machine = machineNameOfKey(target?.processKey ?? '')
  return `${jobKindWords[kind]}: ${title}${machine === null ? '' : ` (on ${machine})`}`
}

/** What main asks when no page can. */
export function quitQuestion(running: readonly Job[]): Question {
  const listed = running.slice(0, maxListed).map(wordJob)
  if (running.length > listed.length) listed.push(`and ${running.length - listed.length} more`)
  return {
    message:
      running.length === 1
        ? 'One job is still running. Quit anyway?'
        : `${running.length} jobs are still running. Quit anyway?`,
    detail: [
      ...listed,
      '',
      'Recordings are stopped and saved. If collecting symbols takes longer than 5 seconds, they are saved without them. Everything else is stopped.',
    ].join('\n'),
    verb: 'Stop, Save and Quit',
  }
}
