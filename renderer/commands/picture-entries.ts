import { background, invoke } from '../bridge/bridge.ts'
import { fileNameOf, type Picture, toPng, toSvg } from '../canvas/picture.ts'
import { appStore } from '../store/create-store.ts'
import type { MenuEntry } from '../ui/overlay/menu-entries.tsx'
import { copyText, reportAs, revealFile } from './page-actions.ts'
import { commandLabels } from './command-labels.ts'

export type PictureSubject = keyof typeof commandLabels.pictures

/**
 * Copies and saves what a canvas shows. `subject` is what it is called in notices, `make` is asked when an entry is chosen; null: there is
 * nothing to show.
 */
export function pictureEntries(subject: PictureSubject, make: () => Picture | null): readonly MenuEntry[] {
  const withPicture = (use: (picture: Picture) => void) => () => {
    const picture = make()
    if (picture !== null) use(picture)
  }
  const item = (label: string, use: (picture: Picture) => void): MenuEntry => ({
    kind: 'item',
    label,
    run: withPicture(use),
  })
  const withPng = (use: (png: ArrayBuffer, picture: Picture) => void) => (picture: Picture) =>
    background(
      toPng(picture).then((png) => (png === null ? undefined : use(png, picture))),
      'picture.png',
      reportAs(commandLabels.pictures[subject].couldntDraw),
    )
  return [
    item(
      commandLabels.picture.copyAsPng,
      withPng((png) => copyPng(subject, png)),
    ),
    item(commandLabels.picture.copyAsSvg, (picture) => copyText(toSvg(picture), commandLabels.picture.svgCopied)),
    item(
      commandLabels.picture.saveAsPng,
      withPng((png, { name }) => savePicture(subject, fileNameOf(name, 'png'), png)),
    ),
    item(commandLabels.picture.saveAsSvg, (picture) => {
      const bytes = new TextEncoder().encode(toSvg(picture))
      savePicture(subject, fileNameOf(picture.name, 'svg'), bytes.buffer)
    }),
  ]
}

function copyPng(subject: PictureSubject, png: ArrayBuffer): void {
  background(
    invoke('clipboard.writePng', { png }).then(() => {
      appStore.getState().addNotice({ tone: 'ok', title: commandLabels.pictures[subject].copiedAsPng })
    }),
    'clipboard.writePng',
    reportAs(commandLabels.pictures[subject].couldntCopy),
  )
}

function savePicture(subject: PictureSubject, suggestedName: string, content: ArrayBuffer): void {
  background(
    invoke('files.save', { suggestedName, content }).then((saved) => {
      if (saved === null) return
      appStore.getState().addNotice({
        tone: 'ok',
        title: commandLabels.pictures[subject].saved,
        text: saved.path,
        action: { label: commandLabels.picture.show, run: () => revealFile(saved.path) },
      })
    }),
    'files.save',
    reportAs(commandLabels.pictures[subject].couldntSave),
  )
}
