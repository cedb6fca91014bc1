import fs from 'node:fs'
import path from 'node:path'
import { openSession } from '../../main/diagnostics/session.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { root } from '../../scripts/setup/paths.mjs'
import { asPid } from '../../shared/model/ids.ts'
import { expect } from '../fixture/expect.ts'
import { liveView, openLive, takePicture, tile, tree } from '../fixture/live-page.ts'
import { test } from '../fixture/shared-app.ts'
import { selectReadyProcess } from '../fixture/shell-steps.ts'

test('a file that is dropped on the window is opened', async ({ app }) => {
  const { page } = app
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path.join(root, 'fixtures/nettrace/net10-meters.nettrace')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data })
  }
  const document = page.getByTestId('trace-info')
  await expect(document).toBeVisible()
  await expect(document.getByRole('heading', { level: 1 })).toContainText('net10-meters')
})

test.describe('a live view operated by mouse and keyboard', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('what is read can be copied by key: a tile, a row of the explorer, the table of values', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['busy'] })
    const { page } = app
    await openLive(app, target)
    await expect(tile(page, 'cpu')).toContainText('%')
    const copied = async () => {
      await page.keyboard.press('ControlOrMeta+C')
      await expect(page.getByTestId('toast').filter({ hasText: 'copied' })).not.toHaveCount(0)
      return await app.application.evaluate(({ clipboard }) => clipboard.readText())
    }
    await tile(page, 'cpu').focus()
    expect(await copied()).toMatch(/^[\d.]+%$/)

    await page.getByRole('searchbox', { name: 'Filter instruments' }).fill('working_set')
    await tree(page).getByText('process.memory.working_set').click()
    await tree(page).focus()
    await expect.poll(copied).toMatch(/^System\.Runtime\tdotnet\.process\.memory\.working_set\t\t\d+ By$/)

    await page.keyboard.press('T')
    await page.getByRole('region', { name: 'Values as table' }).focus()
    await expect
      .poll(copied)
      .toMatch(/^Instrument\tSeries\tValue\tMin \(visible\)\tMax \(visible\)\ndotnet\..*\t.*\t[\d.]+/)
  })

  test('another tool’s meter session is named and joined; a restarted process is followed', async ({ app, start }) => {
    const target = await start(app, { args: ['busy', 'meters'] })
    const { page } = app
    const socket = fs
      .readdirSync(app.folders.temporary)
      .find((name) => name.startsWith(`dotnet-diagnostic-${target.pid}-`))
    const settings =
      'SessionId=another-tool;Metrics="System.Runtime";RefreshInterval=1;MaxTimeSeries=900;MaxHistograms=30;ClientId=one'
    const other = await openSession(
      { transport: 'unix', path: path.join(app.folders.temporary, socket ?? ''), pid: asPid(target.pid) },
      {
        bufferMB: 16,
        providers: [{ name: 'System.Diagnostics.Metrics', keywords: 2n, level: 4, arguments: settings }],
        rundown: 'none',
        stacks: false,
      },
      { onChunk: () => undefined, onEnd: () => undefined },
      { runtimeVersion: null },
    )
    if (!other.ok) throw new Error(JSON.stringify(other.error))
    try {
      await selectReadyProcess(page, target.pid)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Join shared' }).click()
      await expect(page.getByRole('button', { name: 'Join shared' })).toHaveCount(0)
      await expect(liveView(page)).toHaveAttribute('data-phase', 'live')
      await takePicture(page, 'joined')
    } finally {
      await other.value.stop()
    }

    target.send('exit 0')
    await target.whenEnded
    await expect(liveView(page)).toHaveAttribute('data-phase', 'exited')
    const again = await start(app, { args: ['busy', 'meters'] })
    await expect(liveView(page)).toHaveAttribute('data-phase', 'live')
    // The whole page is about the new process: the view, the target bar, and what opening it in Live goes to.
    await expect(liveView(page)).toHaveAttribute('data-pid', String(again.pid))
    await expect(page.getByRole('banner')).toContainText(String(again.pid))
    const tabs = page.getByRole('navigation', { name: 'Documents' }).getByRole('button', { name: /^Close / })
    await page.keyboard.press('Control+1')
    await openLive(app, again)
    await expect(tabs).toHaveCount(1)
    await expect(page.locator('[data-marks] button').filter({ hasText: /[Rr]estart/ })).not.toHaveCount(0)
  })
})
