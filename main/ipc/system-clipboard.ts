import * as electron from 'electron'

/**
 * The clipboard in both of its shapes: synchronous calls up to some Electron after our floor (33), the W3C's promises and
 * items in our ceiling (45). The types of either one deny the other, so the difference is told by what is there.
 */
interface OlderClipboard {
  writeText(text: string): void
  writeImage(image: electron.NativeImage): void
}
interface NewerClipboard {
  writeText(text: string): Promise<void>
  write(items: readonly object[]): Promise<void>
}
type ItemConstructor = new (items: Readonly<Record<string, Blob>>) => object

export async function copyText(text: string): Promise<void> {
  const clipboard = electron.clipboard as unknown as OlderClipboard | NewerClipboard
  await clipboard.writeText(text)
}

/** False when the bytes are not a picture. */
export async function copyPng(png: ArrayBuffer): Promise<boolean> {
  const image = electron.nativeImage.createFromBuffer(Buffer.from(png))
  if (image.isEmpty()) return false
  const clipboard = electron.clipboard as unknown as OlderClipboard | NewerClipboard
  if ('writeImage' in clipboard) {
    clipboard.writeImage(image)
    return true
  }
  const { ClipboardItem: Item } = electron as unknown as { readonly ClipboardItem: ItemConstructor }
  await clipboard.write([new Item({ 'image/png': new Blob([png], { type: 'image/png' }) })])
  return true
}
