import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Id } from '#shared/api/text.ts'
import { headingStyles, textEncodings } from '#shared/text-choice.ts'

const TextEncoding = z.enum(textEncodings, { error: '没有这种编码' })

const HeadingStyle = z.enum(headingStyles, { error: '没有这种章名' })
const ChapterStyle = z.enum([...headingStyles, 'none'], { error: '没有这种章名' })

/** The index of a line in a text, from 0. */
const Line = z.int('须为整数').check(z.minimum(0, '行数从 0 起'), z.maximum(100_000_000, '没有这一行'))
const Lines = z.array(Line).check(z.maxLength(5000, '一次最多改 5000 章'))

/** An editor's choices for the import of a plain text file. If a field is null, the program chooses the value. */
export const TextChoiceInput = z.object({
  encoding: described(
    'The encoding of the text file; null lets the server recognize it.',
    z._default(z.nullable(TextEncoding), null),
  ),
  style: described(
    'The style of the chapter headings; null lets the server choose.',
    z._default(z.nullable(ChapterStyle), null),
  ),
  merged: described(
    'Lines that are no headings although they look like it; their chapters become part of the chapter before.',
    z._default(Lines, []),
  ),
  added: described('Further lines that are headings of chapters.', z._default(Lines, [])),
})

/**
 * A text file of a book, in the version that an editor has seen. A call with these fields fails if the file has been
 * removed or replaced since then.
 */
export const SeenText = z.object({
  fileId: Id,
  version: described(
    'Version of a text: the SHA-256 of its EPUB.',
    z.string().check(z.regex(/^[\da-f]{64}$/, '没有这个版本')),
  ),
})

const PreviewedChapter = z.strictObject({
  line: described('The line of the heading, from 0; null for text before the first heading.', z.nullable(z.int())),
  title: z.string(),
  isVolume: described('Whether the heading opens a volume that contains the following chapters.', z.boolean()),
  countCharacters: z.int(),
})
export type PreviewedChapter = z.infer<typeof PreviewedChapter>

/**
 * A preview of the chapters into which the import would divide a plain text file, with the other encodings and heading
 * styles that an editor can choose.
 */
export const ChapterPreview = z.strictObject({
  encoding: described('The encoding in which the text was read.', TextEncoding),
  encodings: described(
    'The encodings in which the file may be written, the most probable first, each with the beginning of the text.',
    z.array(z.strictObject({ encoding: TextEncoding, sample: z.string() })),
  ),
  style: described('The style of the headings that were found.', ChapterStyle),
  styles: described(
    'The styles of headings that the text has, each with the number of chapters.',
    z.array(z.strictObject({ style: HeadingStyle, count: z.int() })),
  ),
  chapters: z.array(PreviewedChapter),
  lines: described(
    'The lines that contain the sought text and are no headings, at most 200.',
    z.array(z.strictObject({ line: z.int(), text: z.string() })),
  ),
})
export type ChapterPreview = z.infer<typeof ChapterPreview>
