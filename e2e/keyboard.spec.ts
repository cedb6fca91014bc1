import path from 'node:path'
import { root } from '../scripts/setup/paths.mjs'
import { expectAccessible } from './fixture/accessible.ts'
import { ownDemo } from './fixture/demo-process.ts'
import { openByDialog } from './fixture/live-page.ts'
import { test } from './fixture/shared-app.ts'
import { dismiss, runCommand } from './fixture/shell-steps.ts'
import { tabWalk } from './fixture/tab-walk.ts'
import { expect } from './fixture/test.ts'

/** A journey without a mouse: no click, no hover, only keys that a person can press. */

/** Of a recording, by the keys that show them; the key goes into what is there. */
const views = [
  ['1', 'tree', 'Stack chart'],
  ['2', 'tree', 'Flame graph'],
  ['3', 'treegrid', /^(?:Functions and their callers|Callers)$/],
  ['4', 'treegrid', 'Call tree'],
  ['5', 'grid', 'Methods'],
  ['6', 'grid', 'Events'],
] as const

test('the shell is used from start to end by the keyboard alone', async ({ app }) => {
  const { page } = app
  await test.step('Tab reaches every control of the frame, and the focus can be seen on each', async () => {
    const { stops } = await tabWalk(page)
    const seen = stops.map(({ name, isSeen, html }) => {
      expect(isSeen, `focus can be seen on ${html}`).toBe(true)
      return name
    })
    for (const name of ['Processes', 'Settings', 'Search commands and processes']) {
      expect(seen).toContain(name)
    }
    // With how many are unread, perhaps.
    expect(seen).toContainEqual(expect.stringMatching(/^Notices/))
  })

  await test.step('the rail opens the settings, arrows choose in them', async () => {
    await page.keyboard.press('Control+,')
    await page.getByRole('radio', { name: 'System' }).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  await test.step('menus open, move and close by keys and give the focus back', async () => {
    const size = page.getByRole('button', { name: /^Text size/ })
    await size.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: '85 %' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(size).toBeFocused()
  })

  await test.step('a tab has its menu on the menu key and closes with Delete', async () => {
    const tab = page
      .getByRole('navigation', { name: 'Documents' })
      .getByRole('button', { name: 'Settings', exact: true })
    await tab.focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Close', exact: false }).first()).toBeVisible()
    await dismiss(page)
    await tab.focus()
    await page.keyboard.press('Delete')
    await expect(tab).toHaveCount(0)
  })

  await test.step('the palette opens anything', async () => {
    // After the tab has gone.
    await expect(page.locator('html:has(:focus)')).toHaveCount(1)
    await page.keyboard.press('Control+K')
    await page.keyboard.type('pipescope diag')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Queues' })).toBeVisible()
  })

  await test.step('an opened page has the focus: in its table, or itself; another one where it was', async () => {
    const grid = page.getByRole('grid', { name: 'Queues' })
    const settings = page.locator('[data-document="settings"]')
    await expect(page.locator('[data-kind="diagnostics"] :focus')).toHaveCount(1)
    await page.keyboard.press('Control+,')
    await expect(settings).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(settings.locator(':focus')).toHaveCount(1)
    await expect(settings).not.toHaveAttribute('role')
    await page.keyboard.press('Control+Shift+Tab')
    await expect(page.locator('[data-kind="diagnostics"] :focus')).toHaveCount(1)
    await page.keyboard.press('Control+Tab')
    await expect(settings.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Control+W')
    await expect(page.locator('[data-document]:not([hidden]) :focus')).toHaveCount(1)
    await expect(grid).toBeVisible()
  })

  await test.step('a table is entered with Tab, moved in by arrows and copied from', async () => {
    const grid = page.getByRole('grid', { name: 'Queues' })
    await expect(grid.getByRole('row')).not.toHaveCount(1)
    await grid.focus()
    await page.keyboard.press('Home')
    await expect(grid.getByRole('row', { selected: true })).toHaveCount(1)
    await page.keyboard.press('Control+C')
    await expect.poll(() => app.application.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^\S.*\t.*\t/)
  })
})

test('a process is found, opened in Live, frozen, marked and closed by the keyboard alone', async ({ app }) => {
  const { page } = app

  await test.step('a demo process is started from the palette', async () => {
    await runCommand(app, 'Start a demo process')
    await page.keyboard.press('Control+1')
  })

  const { row } = await ownDemo(app)
  await test.step('it is found by its name', async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: /^Filter/ })).toBeFocused()
    // Others on this machine may have one of that name.
    await page.keyboard.type('orders-demo')
    await expect(row).toHaveAttribute('data-state', 'ready')
  })

  await test.step('the row is reached by arrows and copied', async () => {
    await page.getByRole('treegrid', { name: 'Processes' }).focus()
    await page.keyboard.press('Home')
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(row).toHaveAttribute('aria-selected', 'true', { timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('complementary', { name: 'Inspector' }).getByText('Capabilities')).toBeVisible()
    await page.keyboard.press('Control+C')
    await expect.poll(() => app.application.evaluate(({ clipboard }) => clipboard.readText())).toContain('\t')
  })

  await test.step('Enter opens it in Live, and values come', async () => {
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-testid="live-view"][data-phase="live"]')).toBeVisible()
  })

  await test.step('F freezes the view and M sets a mark', async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: /Freeze|Resume|Unfreeze|Go on/ }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('f')
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
  })

  await test.step('Ctrl+W closes it, Ctrl+Shift+T brings it back', async () => {
    await dismiss(page)
    await page.keyboard.press('Control+W')
    await expect(page.getByTestId('live-view')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+T')
    await expect(page.getByTestId('live-view')).toBeVisible()
  })
})

test('a recording is read by the keyboard alone, and the focus is never lost', async ({ app }) => {
  const { page } = app
  await openByDialog(app, path.join(root, 'fixtures/traces/net10-native.nettrace'))
  const info = page.locator('[data-testid="trace-info"]:visible')
  await expect(info.getByTestId('trace-overview')).toBeVisible()
  const plot = info.getByRole('application', { name: 'Timeline' })
  const chips = info.getByRole('button', { name: /^Remove / })
  const expectFocus = () => expect(page.locator('body:focus, html:not(:has(:focus))')).toHaveCount(0)

  const graph = info.getByRole('tree', { name: 'Flame graph' })
  // Keys do nothing until there is something to go to.
  const goDown = () =>
    expect(async () => {
      await page.keyboard.press('ArrowDown')
      const selected = graph.getByRole('treeitem', { selected: true })
      await expect(selected).toHaveAttribute('aria-level', /^[2-9]$/, { timeout: 1000 })
    }).toPass()

  await test.step('a key goes to a view and into it', async () => {
    for (const [key, role, name] of views) {
      await page.keyboard.press(key)
      await expect(info.getByRole(role, { name })).toBeFocused()
    }
  })

  await test.step('a range is selected, zoomed to and given back by its chip', async () => {
    await expect(plot).toHaveAttribute('aria-busy', 'false')
    await plot.focus()
    await page.keyboard.press('Home')
    await page.keyboard.down('Shift')
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.up('Shift')
    await expect(chips).toHaveCount(1)
    await page.keyboard.press('f')
    await chips.focus()
    await page.keyboard.press('Enter')
    await expect(chips).toHaveCount(0)
    await expectFocus()
  })

  await test.step('a function is focused on from its menu, and the transform undone', async () => {
    await page.keyboard.press('2')
    await expect(graph).toBeFocused()
    await goDown()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Focus on this function' })).toBeVisible()
    // Keys are for the menu from then on.
    await expect(page.locator('[role="menu"]:focus-within')).toHaveCount(1)
    await page.keyboard.type('Focus')
    await page.keyboard.press('Enter')
    await expect(chips).toHaveCount(1)
    await expectFocus()
    await page.keyboard.press('Backspace')
    await expect(chips).toHaveCount(0)
    await expectFocus()
  })

  await test.step('a thread is selected beside the function, and all are again by the key', async () => {
    await page.keyboard.press('2')
    await expect(graph).toBeFocused()
    await goDown()
    const threads = info.getByRole('complementary', { name: 'Selected frame' }).getByRole('list', { name: 'Threads' })
    await threads.getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await expect(chips).toHaveCount(1)
    await expectFocus()
    await page.keyboard.press('0')
    await expect(chips).toHaveCount(0)
    await expectFocus()
  })

  await test.step('an event is opened and closed', async () => {
    await page.keyboard.press('6')
    await expect(info.getByRole('grid', { name: 'Events' })).toBeFocused()
    const event = info.getByRole('complementary', { name: 'Event' })
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(event).toBeVisible({ timeout: 1000 })
    }).toPass()
    await event.getByRole('button', { name: 'Close event' }).focus()
    await page.keyboard.press('Enter')
    await expect(event).toBeHidden()
    await expectFocus()
  })

  await test.step('a figure of the overview leads into its tab', async () => {
    await info.getByRole('tab', { name: 'Overview' }).focus()
    await page.keyboard.press('Enter')
    await info
      .getByTestId('trace-overview')
      .getByRole('button', { name: /^Call tree/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(info.getByRole('treegrid', { name: 'Call tree' })).toBeFocused()
  })
})
