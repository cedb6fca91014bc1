import { expect, test } from 'vitest'
import { AppLog } from '../logging/log.ts'
import { PageLog } from './page-log.ts'
import type { PageHandle } from './request-context.ts'

const page = (id: number) => ({ id, window: { id } }) as PageHandle

test('a page that logs endlessly is muted for a while, others are not', () => {
  let nowMs = 0
  const words = { homeFolder: '', userName: '', hostName: '' }
  const log = new AppLog({ file: null, minimumLevel: 'debug', privateWords: words, ringSize: 5000, now: () => nowMs })
  const pageLog = new PageLog(log, () => nowMs)
  const first = page(1)
  for (let n = 0; n < 1000; n++) pageLog.write(first, 'error', 'failed', { n })
  pageLog.write(page(2), 'info', 'painted', {})
  const records = log.recent(5000)
  expect(records).toHaveLength(202)
  expect(records[200]).toMatchObject({ event: 'page-log-flooded', fields: { window: 1 } })
  expect(records[201]).toMatchObject({ event: 'painted', fields: { window: 2 } })
  nowMs = 10_000
  pageLog.write(first, 'info', 'fine-again', {})
  expect(log.recent(1)[0]?.event).toBe('fine-again')
})
