import { expect, test } from 'vitest'
import { FakeDiscovery, FakeSystem } from './testing/fake-system.ts'
import { explainUnlisted } from './explain.ts'

test('processes with a runtime and without an endpoint are named, and those that cannot be read are counted', async () => {
  const system = new FakeSystem()
  for (const pid of [10, 11, 900, 901, 902]) system.add(pid, '1')
  system.add(12, '1', { isKernelThread: true })
  system.add(903, '1', { isKernelThread: true })
  system.environments.set(901, new Map([['DOTNET_EnableDiagnostics', '0']]))
  const loaded = system.loadedRuntime.bind(system)
  system.loadedRuntime = (pid) => (pid === 11 ? 'unreadable' : loaded(pid))
  const report = await explainUnlisted(system, new FakeDiscovery(), new Set([902]))
  expect(report.unlisted).toMatchObject([
    { pid: 900, name: 'app900', userName: 'anna' },
    { pid: 901, name: 'app901', problem: { kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics' } },
  ])
  expect(report).toMatchObject({ unreadableProcessCount: 1, searchedFolders: ['/tmp'], unwatchedFolderCount: 0 })
})

test.runIf(process.platform === 'linux')(
  'other namespaces can be looked into as soon as one process can be read',
  async () => {
    const system = new FakeSystem()
    const look = async () => (await explainUnlisted(system, new FakeDiscovery(), new Set())).isNamespaceScanPossible
    expect(await look()).toBe(false)
    system.add(10, '1')
    expect(await look()).toBe(true)
    system.loadedRuntime = () => 'unreadable'
    expect(await look()).toBe(false)
  },
)

test('a long list is processed in slices', async () => {
  const system = new FakeSystem()
  for (let pid = 900; pid < 960; pid += 1) system.add(pid, '1')
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const report = await explainUnlisted(system, new FakeDiscovery(), new Set())
  clearImmediate(timer)
  expect(report.unlisted).toHaveLength(60)
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('a Native AOT runtime is not reported as lacking an endpoint', async () => {
  const system = new FakeSystem()
  system.add(900, '1')
  system.loadedRuntime = () => ({ flavour: 'mono', version: '10.0.0' })
  expect((await explainUnlisted(system, new FakeDiscovery(), new Set())).unlisted).toEqual([])
})
