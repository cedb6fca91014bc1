import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { canBuildSamples } from '../../../../samples/start-target.ts'
import { ok } from '../../../../shared/base/result.ts'
import { whyNoSshServer } from '../../../machines/testing/ssh-server.ts'
import { JobRegistry } from '../../jobs/job-registry.ts'
import { knownProcess } from '../../known-target.ts'
import { MachineBench } from '../../machines/testing/machine-bench.ts'
import { FarFetches } from './far-fetches.ts'
import { FarPerfMaps } from './far-perf-maps.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'

describe.skipIf(missing !== null || process.env['PIPESCOPE_FULL'] === undefined)(
  'a perf map on another machine',
  () => {
    let bench: MachineBench | null = null
    afterEach(() => bench?.end())

    it('is found there, and what it holds is fetched while it grows', async () => {
      const here = (bench = await MachineBench.start())
      const target = await here.target({ args: ['busy'] })
      await here.connect()
      const row = await here.ready(target.pid)
      const known = knownProcess(row.key, here.processes)
      if (!known.ok) throw new Error(known.error.kind)
      const jobs = new JobRegistry({ journal: null, now: Date.now })
      const linkOf = (key: string) => here.service.linkOf(key)
      const saved: { path: string; kind: string }[] = []
      const savedFiles = {
        add: (file: Parameters<ConstructorParameters<typeof FarFetches>[0]['savedFiles']['add']>[0]) => {
          saved.push(file)
          return { ...file, id: 'file-1', tags: [], notes: '', sha256: file.sha256 ?? null }
        },
      }
      const fetches = new FarFetches({ linkOf, jobs, savedFiles, now: Date.now })
      const folder = path.join(here.folder, 'fetched')
      const maps = new FarPerfMaps({ linkOf, fetches, folderOf: () => ok(folder) })
      const there = `/tmp/perf-${target.pid}.map`

      const started = await maps.start(known.value, 'perfMap')
      expect(started).toMatchObject({ ok: true, value: [{ path: there, machine: 'far', visiblePath: null }] })
      expect(started.ok && started.value[0]?.sizeBytes).toBeGreaterThan(1000)

      const fetching = await maps.fetch(known.value, there)
      if (!fetching.ok) throw new Error(JSON.stringify(fetching.error))
      await expect.poll(() => jobs.list()[0]?.state).toBe('done')
      expect(saved).toMatchObject([{ kind: 'other', verdict: 'complete' }])
      const copy = fs.readFileSync(saved[0]?.path ?? '')
      expect(copy.equals(fs.readFileSync(there).subarray(0, copy.length))).toBe(true)

      expect(await maps.fetch(known.value, '/etc/passwd')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
      fs.rmSync(there)
    })
  },
)
