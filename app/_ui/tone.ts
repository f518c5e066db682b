/** What a colour means here. Colour never says it alone: an icon and a word stand beside it. */
export type Tone = 'pending' | 'detected' | 'confirmed' | 'idle' | 'failed';
