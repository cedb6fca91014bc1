import { beforeEach, expect, test } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import { appStore } from '../store/create-store.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { chooseFolder, copyText, openAsTrace, openInLive, openRecording, revealFile } from './page-actions.ts'
import { commands } from './registry.ts'

const notices = () => appStore.getState().notices.map(({ tone, title }) => `${tone}: ${title}`)
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const refuse = () => {
  throw new DiagnosticsError({ kind: 'io', operation: 'open', path: '/gone', code: 'ENOENT' })
}

beforeEach(() => appStore.setState(appStore.getInitialState(), true))

test('copying is confirmed, and so is a clipboard failure', async () => {
  installFakeBridge({ 'clipboard.writeText': () => null })
  copyText('orders-api', 'Name copied')
  await settled()
  expect(notices()).toEqual(['ok: Name copied'])
  installFakeBridge({ 'clipboard.writeText': refuse })
  copyText('orders-api', 'Name copied')
  await settled()
  expect(notices()).toContain('bad: Couldn’t copy')
})

test('a file that cannot be shown is a notice, not silence', async () => {
  installFakeBridge({ 'files.reveal': refuse })
  revealFile('/gone')
  await settled()
  expect(notices()).toEqual(['bad: Couldn’t show the file'])
})

test('a folder is handed over when one was chosen', async () => {
  const chosen: string[] = []
  const answers = [{ folder: '/srv/data', freeBytes: 1 }, null]
  installFakeBridge({ 'recordings.chooseFolder': () => answers.shift() ?? null })
  chooseFolder((folder) => chosen.push(folder))
  chooseFolder((folder) => chosen.push(folder))
  await settled()
  expect(chosen).toEqual(['/srv/data'])
  expect(notices()).toEqual([])
})

test('a file is opened by its registered handler', () => {
  const opened: unknown[] = []
  const opening = commands.registerWith('files.openPath', (given) => opened.push(given))
  openRecording('/a.nettrace')
  openInLive('/b.nettrace')
  openAsTrace('/d.nettrace')
  opening.dispose()
  openRecording('/c.nettrace')
  expect(opened).toEqual([
    { path: '/a.nettrace', as: 'trace' },
    { path: '/b.nettrace', as: 'live' },
    { path: '/d.nettrace', as: 'events' },
  ])
})
