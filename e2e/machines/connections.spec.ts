import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import { ScriptedSudo } from '../../main/machines/testing/scripted-sudo.ts'
import { startTarget } from '../../samples/start-target.ts'
import { FarMachine } from '../fixture/far-machine.ts'
import { connectToFar, farCard, farRow, showFar } from '../fixture/far-steps.ts'
import { test } from '../fixture/far-test.ts'
import { answerQuestions, askedQuestions, whenAskedAgain } from '../fixture/native-questions.ts'
import { liveView } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { expect } from '../fixture/test.ts'
import { whenShellIsReady } from '../fixture/shell-steps.ts'

const missing = FarMachine.missing()

test.describe('connections', () => {
  test('a process of another machine is listed, shown live, recorded and opened; its stacks and its heap too', async ({
    far,
    launch,
  }) => {
    const target = await far.target({ args: ['busy', 'meters'] })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await showFar(app)
    const card = farCard(page)
    await expect(card).toContainText('Not connected')
    await takePictures(app, 'connections-new')

    // Nobody agrees: nothing is connected.
    await card.click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect.poll(() => askedQuestions(app.application)).toMatchObject([{ message: 'Connect to far over SSH?' }])
    await expect(card).toContainText('Not connected')

    await whenAskedAgain(app.application)
    await answerQuestions(app.application, 'agree')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(card).toContainText('Connected')
    await expect(page.locator('tr[data-hop="processes"]')).toHaveAttribute('data-state', 'passed')
    await expect(page.locator('tr[data-hop="forwarding"]')).toHaveAttribute('data-state', 'passed')
    await expect(card).toContainText('round trip')
    await takePictures(app, 'connections-connected')

    await page.keyboard.press('Control+1')
    const row = farRow(page, target.pid)
    await expect(row).toHaveAttribute('data-state', 'ready')
    await expect(row).toContainText('far')
    await row.click()
    await expect(page.getByRole('button', { name: 'Machine: far. Show connections' })).toBeVisible()
    await takePictures(app, 'connections-processes')

    await page.keyboard.press('Enter')
    await expect(liveView(page)).toHaveAttribute('data-phase', 'live')
    const tabs = page.getByRole('navigation', { name: 'Documents' })
    await expect(tabs.getByText(/on far · live/)).toBeVisible()

    await page.keyboard.press('Control+3')
    await expect(page.getByRole('heading', { name: /^Record / })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    const recording = page.getByRole('group', { name: 'This recording' })
    await expect(recording).toContainText(/so far/)
    await page.waitForTimeout(2000)
    await page.keyboard.press('Control+.')
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result).toHaveAttribute('data-verdict', 'complete')
    await result.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByTestId('trace-info')).toBeVisible()
    await expect(tabs.getByText(/nettrace/)).toBeVisible()

    await page.keyboard.press('Control+1')
    await row.click()
    await page.getByRole('button', { name: 'Stack snapshot' }).click()
    await expect(page.getByRole('list', { name: 'Stacks' }).getByRole('listitem').first()).toBeVisible()
    await takePictures(app, 'connections-stacks')

    await page.keyboard.press('Control+1')
    await row.click()
    await page.getByRole('button', { name: /^Heap graph/ }).click()
    await page.getByRole('button', { name: 'Capture heap graph' }).click()
    await expect(page.getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
    await takePictures(app, 'connections-heap')
  })

  test('main asks about an unknown host key and shows its fingerprint; declining names the step', async ({
    far,
    launch,
  }) => {
    far.server.writeClientConfig({ knowsHost: false })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await whenShellIsReady(page)
    await page.keyboard.press('Control+8')
    await page.getByLabel('Add a connection').fill('-oProxyCommand=x')
    await expect(page.getByRole('alert')).toContainText('Enter a host name')
    await page.getByLabel('Add a connection').fill('far')
    await page.keyboard.press('Enter')
    const card = farCard(page)
    await app.application.evaluate(({ dialog }) => {
      const asked: string[] = []
      Object.assign(globalThis, { farQuestions: asked })
      dialog.showMessageBox = (...given: unknown[]) => {
        const { message, detail, buttons, defaultId } = given.at(-1) as Electron.MessageBoxOptions
        asked.push(`${message}|${detail ?? ''}|${(buttons ?? []).join(',')}|${String(defaultId)}`)
        return Promise.resolve({ response: asked.length === 1 ? 0 : 1, checkboxChecked: false })
      }
    })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(card).toContainText('Not reachable')
    await expect(page.locator('tr[data-hop="host-key"]')).toHaveAttribute('data-state', 'failed')
    await expect(page.getByText('The host key was not accepted')).toBeVisible()
    const questions = await app.application.evaluate(() => (globalThis as { farQuestions?: string[] }).farQuestions)
    expect(questions?.[1]).toMatch(/Is this the key of far\?\|[\s\S]*SHA256:[\s\S]*\|Trust this key,Cancel\|1/)
    await takePictures(app, 'connections-failed')
  })

  test('a passphrase is typed into a window of main’s own, which closes with the answer', async ({ far, launch }) => {
    far.server.lockKey('correct horse')
    const target = await far.target({ args: ['idle'] })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await whenShellIsReady(page)
    await page.keyboard.press('Control+8')
    await page.getByLabel('Add a connection').fill('far')
    await page.keyboard.press('Enter')
    await answerQuestions(app.application, 'agree')
    const opened = app.application.waitForEvent('window')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const question = await opened
    await expect(question.getByText('Enter passphrase for key')).toBeVisible()
    expect(await question.evaluate(() => 'bridge' in window)).toBe(false)
    await question.getByLabel(/Enter passphrase/).fill('correct horse')
    // The window may be gone before the click has been reported.
    await Promise.all([
      question.waitForEvent('close'),
      question
        .getByRole('button', { name: 'Continue' })
        .click()
        .catch(() => undefined),
    ])
    await expect(farCard(page)).toContainText('Connected')
    await page.keyboard.press('Control+1')
    await expect(farRow(page, target.pid)).toHaveAttribute('data-state', 'ready')
  })
})

test.describe('processes of other users on another machine', () => {
  const isFull = process.env['PIPESCOPE_FULL'] !== undefined
  test.skip(!isFull || missing !== null, isFull ? (missing ?? '') : 'runs in the full test')

  test('are opened with sudo after the exact command was shown', async ({ launch }) => {
    const sudo = new ScriptedSudo()
    const far = await FarMachine.start(sudo.settings)
    const target = await startTarget({ args: ['busy'], env: { TMPDIR: undefined } })
    try {
      await sudo.leadTo(endpointOf(target.pid).path)
      const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
      const { page } = app
      await connectToFar(app)
      // Other processes of the machine push the row out of sight.
      await page.getByRole('searchbox').fill(`${target.pid}`)
      const row = farRow(page, target.pid)
      await expect(row).toHaveAttribute('data-state', 'no-permission')
      await row.click()
      await takePictures(app, 'connections-other-user')
      await page.keyboard.press('Enter')
      const how = page.getByRole('dialog', { name: /^How to fix access/ })
      await takePictures(app, 'connections-other-user-how')

      sudo.refuse()
      await how.getByRole('button', { name: 'Open with sudo' }).click()
      await expect(page.getByText(/sudo on far didn’t open the port/)).toBeVisible()
      await takePictures(app, 'connections-sudo-refused')
      expect(sudo.started).toHaveLength(1)
      await expect(row).toHaveAttribute('data-state', 'no-permission')

      sudo.allow()
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Open with sudo' }).click()
      await expect(row).toHaveAttribute('data-state', 'ready')
      const asked = await askedQuestions(app.application)
      expect(asked.at(-1)?.message).toMatch(/^Open the diagnostic port of .* on far\) with sudo\?$/)
      expect(asked.at(-1)?.detail).toContain(`sudo -n -u '#0' socat - UNIX-CONNECT:${endpointOf(target.pid).path}`)
      await row.click()
      await page.keyboard.press('Enter')
      await expect(liveView(page)).toHaveAttribute('data-phase', 'live')
      await takePictures(app, 'connections-sudo-live')
    } finally {
      await target.dispose()
      await far.stop()
      sudo.stop()
    }
  })
})
