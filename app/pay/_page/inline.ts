import script from '../_client/page.ts?inline';
import style from './page.css?inline';

/** The page's own script and style, bundled and minified when the server is built. */
export const SCRIPT = script;
export const STYLE = style;
