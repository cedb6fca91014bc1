import type { CaseDocument, CaseMark } from '../../../shared/case/case-document.ts'
import type { LiveMark } from '../../../shared/model/live.ts'
import { markdownText } from './markdown-text.ts'

/** A threshold that flaps must not fill the page that people read. */
const mostListed = 30

/** Of a page that is out of its mind: such a time has no date of four digits. */
const firstUnwrittenMs = Date.UTC(10_000, 0)

const originWords: Readonly<Record<CaseMark['origin'], string>> = {
  person: '',
  threshold: 'threshold',
  restart: 'the process started again',
  exit: 'the process exited',
}

/** With what Live has now of a process; where its view was closed meanwhile, what was taken before stays. */
export function withMarks(all: readonly CaseMark[], process: number, marks: readonly LiveMark[]): CaseMark[] {
  if (marks.length === 0) return [...all]
  const written = marks.filter(({ timeMs }) => timeMs >= 0 && timeMs < firstUnwrittenMs)
  const taken = written.map(({ timeMs, label, origin }) => ({
    process,
    at: new Date(timeMs).toISOString(),
    text: label,
    origin,
  }))
  return [...all.filter((mark) => mark.process !== process), ...taken].toSorted((a, b) => a.at.localeCompare(b.at))
}

/** The part of `SUMMARY.md`: what people set, all of it or the newest, and what else there is. */
export function marksPart({ marks = [], processes }: Pick<CaseDocument, 'marks' | 'processes'>): string {
  if (marks.length === 0) return ''
  const byPerson = marks.filter(({ origin }) => origin === 'person')
  const listed = (byPerson.length > 0 ? byPerson : marks).slice(-mostListed)
  const lines = listed.map(({ process, at, text, origin }) => {
    const facts = [processes.length === 1 ? '' : markdownText(processes[process]?.name ?? ''), originWords[origin]]
    const behind = facts.filter((fact) => fact !== '').join(', ')
    return `- ${at} ${markdownText(text)}${behind === '' ? '' : ` (${behind})`}`
  })
  const more = marks.length - listed.length
  return `## Marks\n\nSet in Live, times in UTC.\n\n${lines.join('\n')}${more === 0 ? '' : `\n\n${more} more in case.json.`}`
}
