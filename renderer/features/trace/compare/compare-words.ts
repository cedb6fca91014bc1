import { formatNumber } from '../../../../shared/base/format.ts'
import { isWithinNoise } from '../../../../shared/model/compare-figures.ts'
import type { NamedFrame } from '../../../../shared/model/trace/trace-selection.ts'
import type { CompareRow, CompareUnit } from '../../../../shared/model/trace/trace-compare.ts'
import { compareLabels } from './compare-labels.ts'

export const unitWords: Readonly<
  Record<CompareUnit, { readonly label: string; readonly sign: string; readonly hint: string }>
> = {
  share: { label: 'Share', sign: '%', hint: 'Percent of the samples that count' },
  time: { label: 'Time', sign: 'ms', hint: 'Sampled wall-clock time' },
  request: { label: 'Request', sign: 'ms', hint: 'Sampled wall-clock time for each incoming request' },
}

/** `+1.03`, `−0.35`: with a true minus sign. */
export function changeText(change: number): string {
  const text = figureText(Math.abs(change))
  if (Number(text.replaceAll(/[^\d.]/g, '')) === 0) return '0'
  return `${change > 0 ? '+' : '−'}${text}`
}

export function figureText(value: number | null): string {
  if (value === null) return '–'
  return value !== 0 && Math.abs(value) < 1
    ? value.toFixed(2)
    : value < 100
      ? value.toFixed(1)
      : formatNumber(Math.round(value))
}

/** Of what is told for each second. Where no time has passed there is only the sum. */
export function perSecondText(value: number | null, seconds: number, text: (value: number) => string): string {
  if (value === null) return compareLabels.sums.notRecorded
  return seconds === 0 ? compareLabels.sums.inTotal(text(value)) : text(value / seconds)
}

/** What the change is beside what was before. */
export function relativeText({ a, b, change, noise }: Omit<CompareRow, keyof NamedFrame>): string {
  if (isWithinNoise({ change, noise })) return 'within noise'
  if (a === null) return 'new'
  if (b === null) return 'gone'
  if (b >= a * 10) return `${formatNumber(Math.round(b / a))} times`
  return `${change > 0 ? '+' : '−'}${String(Math.round(Math.abs(change / a) * 100))}%`
}
