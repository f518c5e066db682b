/**
 * System colors follow the shop's own `color-scheme` and forced colors. While the dialog is busy, a
 * spinner replaces the frame.
 */
export const DIALOG_CSS = `
:host { all: initial; color-scheme: inherit }
dialog {
  box-sizing: border-box;
  position: fixed;
  inset: 0;
  width: min(432px, 100%);
  height: min(840px, 100% - 32px);
  max-width: none;
  max-height: none;
  margin: auto;
  padding: 0;
  border: 0;
  border-radius: 12px;
  overflow: hidden;
  outline: 0;
  background: Canvas;
  color: CanvasText;
  box-shadow: 0 0 0 1px #8885, 0 16px 48px #0005;
}
dialog[open] { display: grid; grid-template-rows: auto 1fr }
dialog[aria-busy]::before {
  content: "";
  position: absolute;
  inset: 0;
  width: 28px;
  height: 28px;
  margin: auto;
  border: 2px solid #8888;
  border-top-color: currentColor;
  border-radius: 50%;
  animation: appear 200ms 400ms backwards;
}
dialog::backdrop { background: #0d1311a6 }
button {
  justify-self: end;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: 8px;
  background: none;
  color: inherit;
  cursor: pointer;
}
button:hover { background: #8883 }
button:focus-visible { outline: 2px solid; outline-offset: -4px }
svg { display: block; margin: auto; width: 20px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round }
iframe { width: 100%; height: 100%; border: 0 }
[aria-busy] iframe { visibility: hidden }
@media (width < 480px) {
  dialog {
    width: 100%;
    height: 100%;
    border-radius: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  }
}
@keyframes appear { from { opacity: 0 } }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: no-preference) {
  dialog { animation: appear 120ms }
  dialog[aria-busy]::before { animation: appear 200ms 400ms backwards, turn 1s linear infinite }
}
@media (forced-colors: active) { dialog { border: 1px solid } }
`;
