/** The one way to wait for a time; over earlier when the signal comes. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    if (signal?.aborted === true) done()
    else signal?.addEventListener('abort', done)
  })
}

/** As long as something is so, looked at every so often, and no longer than `withinMs`. */
export async function pauseWhile(isSo: () => boolean, withinMs: number, everyMs = 50): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one look after the other
  for (let waitedMs = 0; waitedMs < withinMs && isSo(); waitedMs += everyMs) await pause(everyMs)
}
