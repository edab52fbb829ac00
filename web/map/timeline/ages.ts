import { periodStarts, type TimeWindow, windowOfYears } from '#shared/period.ts'

/** An age of the timeline: some consecutive periods that have one name. */
interface Age {
  /** The name of the age, in parts between which the line may break on narrow screens. */
  parts: string[]
  window: TimeWindow
}

const firstYears: [parts: string[], from: number][] = [
  [['先秦'], -1000],
  [['秦汉'], -221],
  [['魏晋', '南北朝'], 220],
  [['隋唐', '五代'], 581],
  [['宋', '辽金'], 960],
  [['元'], 1279],
  [['明'], 1368],
  [['清'], 1644],
  [['晚清', '民国'], 1840],
  [['当代'], 1949],
]

/** The ages of the timeline from the earliest to today. Together they contain all periods. */
export const ages: Age[] = firstYears.flatMap(([parts, from], index) => {
  const window = windowOfYears({ from, to: firstYears[index + 1]?.[1] })
  return window === null ? [] : [{ parts, window }]
})

export function isSameWindow(one: TimeWindow | null, other: TimeWindow | null): boolean {
  return one?.first === other?.first && one?.last === other?.last
}

/** Returns the width of a number of periods as a percentage of the width of the timeline. */
export function widthOf(count: number): string {
  return `${(count / periodStarts.length) * 100}%`
}
