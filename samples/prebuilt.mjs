/**
 * What was built elsewhere: `PIPESCOPE_PREBUILT` is a JSON object from the name of a sample (a variant, `startup-hook`, `profiler`)
 * to its path. For programs that run where nothing can be built, as a Windows program under Wine does.
 *
 * @param {string} name
 * @returns {string | null}
 */
export function prebuilt(name) {
  const text = process.env['PIPESCOPE_PREBUILT']
  if (text === undefined) return null
  const built = /** @type {Record<string, string>} */ (JSON.parse(text))
  return built[name] ?? null
}
