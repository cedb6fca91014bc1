import type { Page } from 'playwright/test'
import { ruleEditor } from './fixture/rule-steps.ts'
import { test } from './fixture/shared-app.ts'
import { places } from './fixture/shell-steps.ts'
import { expectReachable } from './fixture/tab-walk.ts'
import { expect } from './fixture/test.ts'

/** Pages with forms, by keys alone: Tab reaches everything on them, and the focus is seen and never lost. */

const expectFocus = (page: Page) => expect(page.locator('body:focus, html:not(:has(:focus))')).toHaveCount(0)

async function goTo(page: Page, place: string): Promise<void> {
  await places(page).getByRole('button', { name: place }).focus()
  await page.keyboard.press('Enter')
  // A list of files has no heading.
  await expect(
    page.getByRole('navigation', { name: 'Documents' }).getByRole('button', { name: place, exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
}

test('a rule is written and changed by keys', async ({ app }) => {
  const { page } = app
  await goTo(page, 'Rules')
  await expectReachable(page)
  await page.getByRole('button', { name: 'New rule' }).focus()
  await page.keyboard.press('Enter')
  // Keys are for the menu from then on.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('Crash')
  await expect(page.getByRole('menuitem', { name: 'Crash or kill' })).toBeFocused()
  await page.keyboard.press('Enter')
  const editor = ruleEditor(page)
  await expect(editor).toBeVisible()
  await expectFocus(page)
  await expectReachable(page)
  for (const button of ['condition', 'Remove condition 2', 'action', 'Remove action 3', 'Remove action 2'])
    await test.step(button, async () => {
      await editor.getByRole('button', { name: button, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expectFocus(page)
    })
  await editor.getByRole('textbox', { name: 'Application' }).focus()
  await page.keyboard.type('nobody-by-keys')
  await page.getByRole('button', { name: 'Save rule' }).focus()
  await page.keyboard.press('Enter')
  await expectFocus(page)
  await expectReachable(page)
  await page.getByRole('button', { name: 'Remove rule' }).focus()
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expectFocus(page)
})

for (const place of ['Startup and ports', 'Connections', 'Files', 'Settings'])
  test(`everything in ${place} is reached by keys`, async ({ app }) => {
    await goTo(app.page, place)
    await expectReachable(app.page)
  })
