import type { AnnotationColor } from '#shared/api/reader/annotation.ts'
import { annotationColors } from '#web/reading/reader/view/draw-annotation.ts'

interface ColorButtonsProps {
  current?: AnnotationColor
  onPick(color: AnnotationColor): void
}

/** Buttons with which the user chooses the colour of a highlight in the book. */
export function ColorButtons({ current, onPick }: ColorButtonsProps) {
  return (Object.keys(annotationColors) as AnnotationColor[]).map((color) => {
    const label = color === 'underline' ? '画下划线' : `标成${annotationColors[color]}色`
    return (
      <button
        key={color}
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-pressed={current === undefined ? undefined : current === color}
        onClick={() => onPick(color)}
      >
        <span className="highlight-color" data-color={color} />
      </button>
    )
  })
}
