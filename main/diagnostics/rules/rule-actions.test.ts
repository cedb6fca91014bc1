import { expect, test } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { RuleActions, type RuleActionParts } from './rule-actions.ts'

const row = testRow(7)
const full = { kind: 'io', operation: 'write', path: '/srv', code: 'ENOSPC' } as const

/** Flight recorders that can't begin. */
function make() {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const about = {
    kind: 'ring',
    title: row.name,
    target: { pid: row.pid, name: row.name, processKey: row.key },
  } as const
  const recordings = {
    start: () => {
      jobs.begin({ ...about, startedBy: 'rule' }).fail(full)
      return Promise.resolve(err(full))
    },
  }
  return { jobs, about, actions: new RuleActions({ jobs, recordings } as unknown as RuleActionParts) }
}

test('tries that failed one after the other leave one job, and none of the person is taken off the list', async () => {
  const { jobs, about, actions } = make()
  jobs.begin(about).fail(full)
  for (let tries = 0; tries < 3; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    expect(await actions.keepFlight(row, 10_000, () => Promise.resolve(false))).toEqual(err(full))
  }
  expect(jobs.list().map(({ startedBy }) => startedBy ?? 'person')).toEqual(['rule', 'person'])
})

test('one that ended by itself says why: its error, a disk that was nearly full, or that it was full', () => {
  const { jobs, about, actions } = make()
  const file = { path: '/srv/orders/a.nettrace', sizeBytes: 1, sha256: null, fileId: null }
  const result = { verdict: 'partial', reasons: [], files: [file] } as const
  const ended = (end: (job: ReturnType<typeof jobs.begin>) => void) => {
    const job = jobs.begin(about)
    end(job)
    return actions.flightProblem(job.id)
  }
  expect(ended((job) => job.fail(full))).toEqual({ kind: 'failed', error: full })
  expect(ended((job) => job.finish({ ...result, facts: { stoppedBy: 'disk-low' } }))).toEqual({
    kind: 'disk-low',
    folder: '/srv/orders',
  })
  expect(ended((job) => job.finish({ ...result, reasons: ['disk-full'] }))).toEqual({
    kind: 'failed',
    error: { ...full, path: '/srv/orders' },
  })
  expect(ended((job) => job.finish({ ...result, reasons: ['target-ended'] }))).toBeNull()
  expect(ended((job) => job.cancel())).toBeNull()
  expect(ended(() => undefined)).toBeNull()
})
