import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
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

const occasion = (files: readonly { path: string; sizeBytes: number; fileId: null }[] = []) => ({
  row,
  ruleName: 'Thrown',
  sentence: 'orders (PID 7): System.* is thrown',
  values: { '{pid}': '', '{process}': '', '{rule}': '', '{reached}': '', '{message}': '', '{time}': '' },
  files,
})

test('a click on the notification of a rule saves the last seconds of its process, where they are kept and nothing was saved', async () => {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const shown: { body: string; onClick: (() => void) | null }[] = []
  const saved: string[] = []
  const parts = {
    jobs,
    recordings: { saveFlight: (id: string) => Promise.resolve(ok(void saved.push(id))) },
    notify: (_title: string, body: string, onClick: (() => void) | null) => void shown.push({ body, onClick }),
    now: Date.now,
  }
  const actions = new RuleActions(parts as unknown as RuleActionParts)
  const target = { pid: row.pid, name: row.name, processKey: row.key }
  const notify = (files?: Parameters<typeof occasion>[0]) => actions.do({ kind: 'notify' }, occasion(files))
  await notify()
  const flight = jobs.begin({ kind: 'ring', title: row.name, target })
  await notify()
  await notify([{ path: '/srv/a.nettrace', sizeBytes: 1, fileId: null }])
  flight.cancel()
  await notify()
  expect(shown.map(({ onClick }) => onClick !== null)).toEqual([false, true, false, false])
  expect(shown[1]?.body).toBe('orders (PID 7): System.* is thrown. Click to save the last seconds.')
  shown[1]?.onClick?.()
  expect(saved).toEqual([flight.id])
})

/** `refuses`: the process can't write into the folder of its rule's files. */
async function dumped(refuses: boolean) {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-dumped-'))
  const asked: string[] = []
  const dumps: RuleActionParts['dumps'] = {
    suggest: () => ok({ folder: '/tmp', fileName: 'orders_dump_mini.dmp' }),
    check: () => {
      const blockers = refuses ? [{ kind: 'folder-not-writable', path: folder, userName: null } as const] : []
      const estimates = { mini: null, heap: null, triage: null, full: null }
      const preflight = { path: '', visiblePath: null, warnings: [], estimates, freeBytes: null, createdumpPath: null }
      return Promise.resolve(ok({ ...preflight, blockers }))
    },
    start: (request) => {
      asked.push(request.path)
      const job = jobs.begin({ kind: 'dump', title: 'dump', target: null })
      const file = { path: request.path, sizeBytes: 1, sha256: null, fileId: null }
      job.finish({ verdict: 'complete', reasons: [], files: [file] })
      return Promise.resolve(ok({ jobId: job.id }))
    },
  }
  const places = { folderOf: () => ok(path.join(folder, 'orders')) }
  const actions = new RuleActions({ jobs, dumps, places, now: Date.now } as unknown as RuleActionParts)
  const done = await actions.do({ kind: 'dump', type: 'mini' }, occasion())
  const isThere = fs.existsSync(path.join(folder, 'orders'))
  fs.rmSync(folder, { recursive: true })
  return { folders: asked.map((file) => path.dirname(file).replace(folder, 'home')), isThere, isDone: done.ok }
}

test('a dump lies beside the other files of a rule, or where its process can write', async () => {
  expect(await dumped(false)).toEqual({ folders: ['home/orders'], isThere: true, isDone: true })
  expect(await dumped(true)).toEqual({ folders: ['/tmp'], isThere: true, isDone: true })
})
