import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleWorker } from '../testing/bundle-worker.ts'
import { CaseHost } from './case-host.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-case-host-'))
let workerPath = ''
beforeAll(async () => {
  workerPath = await bundleWorker('case-files', folder)
}, 60_000)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const missing = { from: path.join(folder, 'none.raw'), to: path.join(folder, 'none.gcdump') }

test('what builds something as large as its file is answered one after the other, and each answer is its own', async () => {
  const host = new CaseHost(workerPath)
  const order: string[] = []
  const asked = ['first', 'second'].map(async (name) => {
    const answer = await host.ask('gcdump', missing)
    order.push(name)
    return answer
  })
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ ok: false, error: { kind: 'io' } })
  expect(order).toEqual(['first', 'second'])
  await host.close()
})

test('what waits for its turn is cancelled when the case ends', async () => {
  const host = new CaseHost(workerPath)
  const asked = [host.ask('gcdump', missing), host.ask('gcdump', missing)]
  await host.close()
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
})
