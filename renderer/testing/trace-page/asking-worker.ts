import { unpacked } from './unpacked.ts'

/** Asks the program that opened the page. */
onmessage = async ({ data: { id, url } }: MessageEvent<{ readonly id: number; readonly url: string }>) => {
  const reply = await fetch(url)
  postMessage({ id, reply: unpacked(await reply.text()) })
}
