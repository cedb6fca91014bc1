import { countOf } from '../../../../shared/base/count-of.ts'
import { formatBytes, quantityText } from '../../../../shared/base/format.ts'
import type { TraceFrameCode, TraceFrameFacts } from '../../../../shared/model/trace/trace-frame-facts.ts'
import { type SampleRuleCount, sampleRules } from '../../../../shared/model/sample-rules.ts'
import type { TraceFrame, TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { samplesWords } from '../flame/flame-words.ts'
import { classWords, shareWords } from '../trace-words.ts'

const tierWords: Readonly<Record<string, string>> = {
  MinOptJitted: 'Minimal optimization',
  Optimized: 'Optimized',
  QuickJitted: 'Tier 0',
  OptimizedTier1: 'Tier 1',
  OptimizedTier1OSR: 'Tier 1, on-stack replacement',
  QuickJittedInstrumented: 'Tier 0, instrumented',
  OptimizedTier1Instrumented: 'Tier 1, instrumented',
  ReadyToRun: 'Precompiled (ReadyToRun)',
  Native: 'Native code',
  Unknown: 'Tier not recorded',
}

/** `Tier 1, 1.16 KiB`; most code of native symbols has no size. */
export function codeWords({ tier, sizeBytes }: TraceFrameCode): string {
  const words = tierWords[tier] ?? tier
  return sizeBytes > 0 ? `${words}, ${quantityText(formatBytes(sizeBytes))}` : words
}

/** Argument types of a full name; null where it has none. */
export function argumentsOf({ method }: TraceFrame): string | null {
  const bracket = method.indexOf('(')
  return bracket < 0 ? null : method.slice(bracket)
}

/** Version of a module that the folder of its file names: of a shared framework or of a package. Null: it does not. */
export function versionOf(path: string): string | null {
  const parts = path.split(/[\\/]/)
  const version = (at: number): string | null => (/^\d+\.\d+/.test(parts[at] ?? '') ? parts[at]! : null)
  const shared = parts.lastIndexOf('shared')
  if (shared >= 0) return version(shared + 2)
  const assets = parts.findLastIndex((part) => part === 'lib' || part === 'runtimes')
  return assets > 0 ? version(assets - 1) : null
}

/** `of running`; what shares are parts of. */
export function wholeWords({ classes }: TraceSelection, isImported = false): string {
  if (isImported) return 'of the total'
  return classes === null
    ? 'of all samples'
    : `of ${classes.map((name) => classWords[name].toLowerCase()).join(' and ')}`
}

/** `2 276 samples in 2 places` */
export function placesWords(
  { total, placeCount }: Pick<TraceFrameFacts, 'total' | 'placeCount'>,
  textOf: (weight: number) => string = samplesWords,
): string {
  return `${textOf(total)} in ${countOf(placeCount, 'place', 'places')}`
}

/** `Running 96.1%`, and why. */
export function ruleWords({ rule, count, correctedCount }: SampleRuleCount, all: number) {
  const { sampleClass, sentence } = sampleRules.find(({ id }) => id === rule)!
  return {
    title: `${classWords[sampleClass]} ${shareWords(count, all)}`,
    reason:
      correctedCount === 0
        ? sentence
        : `${sentence} ${countOf(correctedCount, 'sample was', 'samples were')} reclassified.`,
  }
}

/** As debuggers write stacks: the innermost call first. */
export function stackText(stack: readonly TraceFrame[]): string {
  return stack.map(({ method, module }) => (module === '' ? method : `${module}!${method}`)).join('\n')
}
