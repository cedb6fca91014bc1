import { setPageSize } from './fixture/running-app.ts'
import { shareApp } from './fixture/shared-app.ts'
import { documents } from './fixture/shell-page.ts'
import { dismiss, places, rootAttributes, runCommand } from './fixture/shell-steps.ts'
import { expect, test } from './fixture/test.ts'

/** The frame round every screen, in the built app: what can be done without any .NET process. */

test.describe('the frame', () => {
  const running = shareApp()

  test('jobs and notices say so when there is nothing', async () => {
    const app = running()
    const { page } = app
    await page.keyboard.press('Control+J')
    await expect(page.getByText('No jobs are running.', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notices' }).click()
    const clear = page.getByRole('button', { name: 'Clear all' })
    const nothing = page.getByText('No notices.')
    // Another test may have left some.
    await expect(clear.or(nothing)).toBeVisible()
    if (await clear.isVisible()) await clear.click()
    await expect(nothing).toBeVisible()
  })

  test('Pipescope diagnostics shows queues, versions and the log, and saves a problem report', async () => {
    const app = running()
    const { page } = app
    await runCommand(app, 'Pipescope diagnostics')
    await expect(page.getByRole('grid', { name: 'Queues' }).getByRole('row')).not.toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Chromium')
    await expect(page.getByRole('grid', { name: 'Log' }).getByText('app-ready')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Filter log' }).fill('nothing has this text')
    await expect(page.getByText('Nothing at this level has been logged', { exact: false })).toBeVisible()
    const target = `${app.folders.home}/report.json`
    await app.application.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, target)
    await page.getByRole('button', { name: 'Save problem report' }).click()
    await expect(page.getByTestId('toast').filter({ hasText: 'Problem report saved' })).toBeVisible()
  })

  test('the palette finds commands by a few letters and runs them', async () => {
    const app = running()
    await runCommand(app, 'Theme: dark')
    await expect.poll(async () => (await rootAttributes(app.page)).theme).toBe('dark')
    await app.page.keyboard.press('Control+K')
    await expect(app.page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveAttribute(
      'aria-label',
      'Theme: dark',
    )
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByRole('combobox')).toHaveCount(0)
  })

  test('every theme paints the page in its own colors', async () => {
    const app = running()
    const backgrounds: string[] = []
    for (const [title, theme] of [
      ['Theme: light', 'light'],
      ['Theme: dark', 'dark'],
      ['Theme: high contrast', 'hc'],
    ] as const) {
      await runCommand(app, title)
      await expect.poll(async () => (await rootAttributes(app.page)).theme).toBe(theme)
      backgrounds.push((await rootAttributes(app.page)).background)
    }
    expect(backgrounds).toEqual(['rgb(240, 240, 243)', 'rgb(17, 17, 19)', 'rgb(0, 0, 0)'])
  })

  test('density and text size change how high a row is', async () => {
    const app = running()
    const rowHeight = () =>
      app.page.evaluate(() => {
        const probe = document.createElement('div')
        probe.style.height = 'var(--row)'
        document.body.append(probe)
        const { height } = probe.getBoundingClientRect()
        probe.remove()
        return height
      })
    await expect.poll(rowHeight).toBe(28)
    await runCommand(app, 'Rows: compact')
    await expect.poll(rowHeight).toBe(24)
    await runCommand(app, 'Rows: comfortable')
    await expect.poll(rowHeight).toBe(34)
    await app.page.getByRole('button', { name: 'Text size 100 %' }).click()
    await app.page.getByRole('menuitemradio', { name: '200 %' }).click()
    await expect.poll(rowHeight).toBe(68)
  })

  test('documents open, cycle, close and come back by keys', async () => {
    const app = running()
    const { page } = app
    await page.keyboard.press('Control+,')
    await expect(documents(page).getByRole('button', { name: 'Settings', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Control+Tab')
    await expect(documents(page).getByRole('button', { name: 'Processes', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Control+Shift+Tab')
    await page.keyboard.press('Control+W')
    await expect(documents(page).getByRole('button', { name: 'Settings', exact: true })).toHaveCount(0)
    await page.keyboard.press('Control+Shift+T')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(places(page).getByRole('button', { name: 'Processes' })).toHaveAttribute('aria-current', 'page')
  })

  test('the shortcut sheet lists the keys and gives the focus back', async () => {
    const app = running()
    const { page } = app
    await places(page).getByRole('button', { name: 'Settings' }).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('Go to process', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(places(page).getByRole('button', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('F1')
    await expect(sheet).toBeVisible()
  })

  test('single keys are typed into a text field instead of doing something', async () => {
    const app = running()
    const { page } = app
    await page.keyboard.press('Control+K')
    const search = page.getByRole('combobox', { name: 'Search commands and processes' })
    await search.pressSequentially('?m ')
    await expect(search).toHaveValue('?m ')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  })

  test('the entries of the application menu do what they say', async () => {
    const app = running()
    const { page } = app
    // On macOS they are on the screen and take the keys they show; here only main can choose them.
    const choose = (label: string) =>
      app.application.evaluate(({ Menu }, wanted) => {
        type Entry = { label: string; submenu?: { items: readonly Entry[] } | null; click(): void }
        const all = (entries: readonly Entry[]): Entry[] =>
          entries.flatMap((entry) => [entry, ...all(entry.submenu?.items ?? [])])
        const menu = Menu.getApplicationMenu() as unknown as { items: readonly Entry[] }
        all(menu.items)
          .find((entry) => entry.label === wanted)
          ?.click()
      }, label)
    await choose('Settings')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await choose('Pipescope diagnostics')
    await expect(page.getByRole('grid', { name: 'Queues' })).toBeVisible()
    await choose('Processes')
    await expect(places(page).getByRole('button', { name: 'Processes' })).toHaveAttribute('aria-current', 'page')
    await choose('Keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await dismiss(page)
    await choose('Command palette')
    await expect(page.getByRole('combobox', { name: 'Search commands and processes' })).toBeVisible()
    await dismiss(page)
    await app.application.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => {
        process.title = 'asked for a file'
        return Promise.resolve({ canceled: true, filePaths: [] })
      }
    })
    await choose('Open a trace file')
    await expect.poll(() => app.application.evaluate(() => process.title)).toBe('asked for a file')
    const second = app.application.waitForEvent('window')
    await choose('New window')
    await second
  })

  test('a file passed by the system opens in a window of its own', async () => {
    const app = running()
    // macOS sends this when a file is dropped on the icon or opened in the Finder.
    const opened = app.application.waitForEvent('window')
    await app.application.evaluate(({ app: electronApp }) =>
      electronApp.emit('open-file', { preventDefault() {} }, '/no/such/recording.nettrace'),
    )
    const page = await opened
    await expect(page.getByText('Couldn’t open recording.nettrace').first()).toBeVisible()
    const count = () => app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    expect(await count()).toBe(2)
  })

  test('local time and UTC are switched in the status bar, and the settings follow', async () => {
    const app = running()
    const { page } = app
    await page.getByRole('button', { name: 'Local time' }).click()
    await page.keyboard.press('Control+,')
    await expect(page.getByRole('radio', { name: 'UTC' })).toBeChecked()
  })

  test('nothing is cut off or overlaps from 720 x 480 to 1600 x 1000', async () => {
    const app = running()
    const { page } = app
    for (const size of [
      { width: 720, height: 480 },
      { width: 900, height: 600 },
      { width: 1440, height: 900 },
      { width: 1600, height: 1000 },
    ]) {
      await setPageSize(app.application, size)
      await expect
        .poll(() => page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, innerWidth]))
        .toEqual([true, size.width])
      const overlaps = () =>
        page.evaluate(() => {
          const bar = document.querySelector('header[data-frame]')
          const boxes = Array.from(bar?.querySelectorAll('button') ?? [], (button) => button.getBoundingClientRect())
          const status = Array.from(document.querySelectorAll('footer > *'), (item) => item.getBoundingClientRect())
          const [inBar, inStatus] = [boxes, status].map((row) =>
            row.some((box, index) => row.slice(index + 1).some((other) => other.left < box.right - 0.5)),
          )
          return { inBar, inStatus, isBarCut: boxes.some((box) => box.right > innerWidth) }
        })
      // A frame or two after the window has its size.
      await expect.poll(overlaps, `${String(size.width)} x ${String(size.height)}`).toEqual({
        inBar: false,
        inStatus: false,
        isBarCut: false,
      })
    }
  })

  test('below 1000 px the inspector folds and its button brings it back', async () => {
    const app = running()
    const { page } = app
    // Beside an empty list there is no inspector.
    await runCommand(app, 'Start a demo process')
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
    await setPageSize(app.application, { width: 900, height: 600 })
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0)
    await documents(page).getByRole('button', { name: 'Show inspector' }).click()
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
    await page.keyboard.press('Control+I')
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0)
  })
})

test('a file that cannot be read is reported and affects nothing else', async ({ launch }) => {
  const app = await launch({ arguments: ['/no/such/recording.nettrace'] })
  await app.page.getByRole('button', { name: 'Notices, 1 unread' }).click()
  const notices = app.page.getByRole('dialog', { name: 'Notices' })
  await expect(notices).toContainText('Couldn’t open recording.nettrace')
  await expect(notices).toContainText('The file or folder does not exist')
  await expect(places(app.page).getByRole('button', { name: 'Live' })).toHaveCount(0)
})
