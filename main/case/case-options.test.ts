import { expect, test } from 'vitest'
import { readOptions } from './case-options.ts'

const line = (text: string) => readOptions(text.split(' ').filter((word) => word !== ''))
const whole = '--pid 12 --checklist slow --out cases'

test('the shortest line collects what the checklist says, without dump, heap graph, password or parts', () => {
  expect(line(whole)).toEqual({
    ok: true,
    value: {
      kind: 'collect',
      pids: [12],
      checklist: 'slow',
      out: 'cases',
      wantsLogs: false,
      wantsHeap: false,
      resumes: false,
      dump: null,
      ticket: null,
      notesFile: null,
      added: [],
      privacy: ['traces', 'hosts', 'users', 'paths'],
      passwordFile: null,
      partBytes: null,
    },
  })
})

test.each([
  '--checklist slow --out cases',
  '--pid 12 --out cases',
  '--pid 12 --checklist slow',
  '--pid 0 --checklist slow --out cases',
  '--pid x --checklist slow --out cases',
  `${whole} --dump huge`,
  `${whole} --password secret`,
  `${whole} --no-mask`,
  `${whole} --redact everything`,
  `${whole} --part-size 0`,
  `${whole} --json`,
  `${whole} more`,
  '--verify a.zip --pid 1',
])('%s is a wrong command line', (text) => {
  expect(line(text).ok).toBe(false)
})

test('parts are of 2 GB unless another size is given', () => {
  expect(line(`${whole} --parts`)).toMatchObject({ value: { partBytes: 2_000_000_000 } })
  expect(line(`${whole} --part-size 500`)).toMatchObject({ value: { partBytes: 500_000_000 } })
})
