import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixture/test.ts'
import { whenShellIsReady } from './fixture/shell-steps.ts'
import { makeFolders, type AppFolders, type RunningApp } from './fixture/running-app.ts'

/** The list of files: what is removed can be had back, also after a crash, and goes to the trash in the end. */

function putIntoFiles(folders: AppFolders, file: string): void {
  fs.mkdirSync(folders.userData, { recursive: true })
  fs.writeFileSync(file, 'a trace')
  const entry = {
    id: 'file-0001',
    kind: 'trace',
    path: file,
    sizeBytes: 7,
    createdMs: 1,
    processName: 'orders',
    pid: 7,
  }
  const rest = { runtimeVersion: null, origin: null, verdict: 'complete', reasons: [], facts: {}, tags: [], notes: '' }
  const files = [{ ...entry, ...rest, sha256: null }]
  fs.writeFileSync(path.join(folders.userData, 'files.json'), JSON.stringify({ version: 1, files }))
}

async function removeFile({ page }: RunningApp): Promise<void> {
  await whenShellIsReady(page)
  await page.keyboard.press('Control+5')
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByRole('checkbox', { name: 'Choose orders.nettrace' }).check()
  await page.getByRole('button', { name: /^Remove 1 / }).click()
  await expect(page.getByTestId('shelf-restore')).toBeVisible()
}

test('a file that was removed is restored after a crash, and moves to the trash when the app quits', async ({
  launch,
}) => {
  const folders = makeFolders()
  const file = path.join(folders.top, 'orders.nettrace')
  putIntoFiles(folders, file)
  const first = await launch({ folders })
  await removeFile(first)
  await expect.poll(() => fs.existsSync(file)).toBe(false)
  const child = first.application.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended

  const second = await launch({ folders })
  await whenShellIsReady(second.page)
  await second.page.keyboard.press('Control+5')
  await second.page.getByTestId('shelf-restore').click()
  await expect(second.page.getByRole('list', { name: 'Files' })).toContainText('orders.nettrace')
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toBe('a trace')

  const trash = path.join(folders.top, 'trash')
  fs.mkdirSync(trash)
  await second.application.evaluate(({ shell }, folder) => {
    const modules = process as unknown as { getBuiltinModule(name: string): typeof import('node:fs') }
    shell.trashItem = (item) => {
      modules.getBuiltinModule('node:fs').renameSync(item, `${folder}/${item.split('/').at(-1) ?? ''}`)
      return Promise.resolve()
    }
  }, trash)
  await removeFile(second)
  await second.close()
  expect(fs.readdirSync(trash)).toEqual(['orders.nettrace'])
  expect(JSON.parse(fs.readFileSync(path.join(folders.userData, 'files.json'), 'utf8'))).toMatchObject({
    files: [],
    removed: [],
  })
})
