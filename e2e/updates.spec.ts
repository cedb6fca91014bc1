import fs from 'node:fs'
import path from 'node:path'
import { startHttpsServer } from '../main/transport/testing/https-server.ts'
import { whenShellIsReady } from './fixture/shell-steps.ts'
import { expect, test } from './fixture/test.ts'
import { makeFolders, type RunningApp } from './fixture/running-app.ts'

/** The switch in Settings against a server of this machine: silent while it is off, and a sentence when it is on. Certificates: main's own rules. */
test('the check for updates sends nothing until it is turned on, then reports, and copes without a network', async ({
  launch,
}) => {
  test.skip(process.env['PIPESCOPE_FULL'] === undefined, 'runs in the full test')
  const server = await startHttpsServer((_request, response) => response.end('{"version":"99.1.2"}'))
  try {
    const folders = makeFolders()
    const ca = path.join(folders.top, 'ca.pem')
    fs.writeFileSync(ca, server.ca)
    const environment = { PIPESCOPE_RELEASE_FILE: server.address.href, NODE_EXTRA_CA_CERTS: ca }
    const first = await launch({ folders, environment })
    const { toggle, says } = await openSettings(first)
    await expect(toggle).not.toBeChecked()
    await expect(says).toHaveText('')
    expect(server.asked).toHaveLength(0)

    await toggle.click()
    await expect(says).toContainText('Version 99.1.2 is available')
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /latest.json'])
    server.answer = (_request, response) => response.end('{"version":"0.0.1"}')
    await toggle.click()
    await expect(says).toHaveText('')
    expect(server.asked).toHaveLength(1)
    await toggle.click()
    await expect(says).toContainText('This is the newest version')
    expect(server.asked).toHaveLength(2)
    await first.close()

    server.close()
    const second = await launch({ folders, environment })
    const again = await openSettings(second)
    await expect(again.toggle).toBeChecked()
    await again.toggle.click()
    await again.toggle.click()
    await expect(again.says).toContainText('Couldn’t check: no connection to the server')
    // Whatever it learned, nothing was fetched beside the one file and nothing was put anywhere.
    expect(server.asked).toHaveLength(2)
    expect(fs.readdirSync(folders.home).filter((name) => !name.startsWith('.'))).toEqual([])
  } finally {
    server.close()
  }
})

async function openSettings(app: RunningApp) {
  await whenShellIsReady(app.page)
  await app.page.keyboard.press('Control+,')
  const toggle = app.page.getByRole('switch', { name: 'Check for updates' })
  await expect(toggle).toBeVisible()
  return { toggle, says: toggle.locator('xpath=../..').getByRole('status') }
}
