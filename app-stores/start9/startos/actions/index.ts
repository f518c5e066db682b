import { sdk } from '../sdk';
import { settings } from './settings';

export const actions = sdk.Actions.of().addAction(settings);
