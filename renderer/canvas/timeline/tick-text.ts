/** `5 s`, `12.5 s`; with the digits that the step needs. */
export function tickText(timeMs: number, stepMs: number): string {
  const digits = Math.min(6, Math.max(0, -Math.floor(Math.log10(stepMs / 1000) + 1e-9)))
  // A step of 2.5 has one digit more than its power of ten.
  const isFraction = Math.abs((stepMs / 1000) * 10 ** digits - Math.round((stepMs / 1000) * 10 ** digits)) > 1e-6
  const text = (timeMs / 1000).toFixed(digits + (isFraction ? 1 : 0))
  return `${text.replace('-', '−')}\u2009s`
}
