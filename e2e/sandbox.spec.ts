import { canBeUnprivileged, unprivilegedUser } from './fixture/unprivileged.ts'
import { expect, test } from './fixture/test.ts'

/** Chromium refuses to sandbox a process of root, so this is the one test that starts the app as somebody else. */
test('for an ordinary user the page runs in a process that the kernel confines', async ({ launch }) => {
  test.skip(!canBeUnprivileged, 'needs root on Linux, to become a user without rights')
  const app = await launch({ isUnprivileged: true })
  const facts = await app.page.evaluate(() =>
    (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke(
      'app.facts',
      {},
    ),
  )
  expect(facts).toMatchObject({ ok: true, value: { isSandboxed: true } })

  const found = await app.application.evaluate(async ({ BrowserWindow }) => {
    const { readFile, readlink } = process.getBuiltinModule('node:fs/promises')
    const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? null
    const namespaceOf = (of: number | string) => readlink(`/proc/${of}/ns/user`).catch(() => 'not readable')
    return {
      mainUid: process.getuid?.(),
      isAskedToSkipIt: process.argv.includes('--no-sandbox'),
      seccomp: field('Seccomp'),
      noNewPrivileges: field('NoNewPrivs'),
      capabilities: field('CapEff'),
      hasOwnUserNamespace: (await namespaceOf(pid)) !== (await namespaceOf('self')),
    }
  })
  expect(found).toEqual({
    mainUid: unprivilegedUser.id,
    isAskedToSkipIt: false,
    // 2: system calls go through a filter.
    seccomp: '2',
    noNewPrivileges: '1',
    capabilities: '0000000000000000',
    hasOwnUserNamespace: true,
  })
})
