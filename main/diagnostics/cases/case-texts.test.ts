import { expect, it } from 'vitest'
import type { CaseDocument } from '../../../shared/case/case-document.ts'
import { summaryText } from './case-texts.ts'

const document: CaseDocument = {
  kind: 'pipescope-case',
  version: 1,
  id: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:01:00.000Z',
  verdict: 'complete',
  tool: { name: 'Pipescope', version: '1', node: '20', platform: 'linux' },
  ticket: null,
  checklist: {
    id: 'slow',
    title: 'Slow',
    questions: ['Since when?', 'Who?', 'What changed?'],
    answers: ['Monday', '', 'A\nB'],
  },
  processes: [],
  steps: [],
  files: [],
  findings: [],
  redaction: { rules: [], counts: [], notPossible: [] },
} as unknown as CaseDocument

it('puts each answer below its question', () => {
  expect(summaryText(document)).toContain('- Since when?\n  > Monday\n- Who?\n- What changed?\n  > A\n  > B\n')
  const { answers: _answers, ...unanswered } = document.checklist
  expect(summaryText({ ...document, checklist: unanswered })).toContain('- Since when?\n- Who?\n- What changed?\n')
})

it('lists the marks that a person set in Live, and says how many others there are', () => {
  const processes = [{ name: 'orders-api' }] as CaseDocument['processes']
  const mark = { process: 0, at: '2026-01-01T00:00:10.000Z', text: 'deploy', origin: 'person' } as const
  const flapping = Array.from({ length: 40 }, () => ({ ...mark, text: 'CPU above 90 %', origin: 'threshold' as const }))
  const summary = summaryText({ ...document, processes, marks: [mark, ...flapping] })
  expect(summary).toContain(
    '## Marks\n\nSet in Live, times in UTC.\n\n- 2026-01-01T00:00:10.000Z deploy\n\n40 more in case.json.',
  )
  const automatic = summaryText({ ...document, processes, marks: flapping })
  expect(automatic.match(/CPU above 90 % \(threshold\)/g)).toHaveLength(30)
  expect(automatic).toContain('10 more in case.json.')
  expect(summaryText(document)).not.toContain('## Marks')
})

it('shows what others wrote as it is', () => {
  const processes = [{ name: '<img src=//x.example>', pid: 7, runtime: '.NET 10' }] as CaseDocument['processes']
  const finding = {
    title: 'List<Order>.Add is hot',
    confidence: 'high',
    summary: 'In List<Order>.',
    nextStep: 'Look.',
    file: 'a',
  }
  const findings = [finding] as unknown as CaseDocument['findings']
  const marks = [{ process: 0, at: '2026-01-01T00:00:10.000Z', text: '<b>now</b>', origin: 'person' }] as const
  expect(summaryText({ ...document, processes, findings, marks: [...marks] })).not.toMatch(/(?<!\\)</)
})

const fileOf = (name: string, step: string, verdict: string) => {
  return { name, step, verdict, title: '', sizeBytes: 1, sha256: '' } as unknown as CaseDocument['files'][number]
}
const startOf = (files: CaseDocument['files']) => summaryText({ ...document, files }).split('\n')[2]

it('sends nobody to a file that can’t be opened, and says so', () => {
  const files = [
    fileOf('trace.nettrace', 'trace', 'unverified'),
    fileOf('trace.symbols.nettrace', 'trace', 'complete'),
    fileOf('stacks.txt', 'stacks', 'partial'),
    fileOf('process.json', 'process', 'complete'),
  ]
  expect(startOf(files)).toMatch(/trace\.nettrace is damaged and can’t be opened\. Start with stacks\.txt\.$/)
  expect(startOf(files.slice(2))).toMatch(/complete\. Start with stacks\.txt\.$/)
  expect(startOf(files.slice(0, 1))).toMatch(/trace\.nettrace is damaged and can’t be opened\.$/)
})
