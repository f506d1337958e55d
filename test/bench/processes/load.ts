import { serve } from '../child.js';
import { runTask } from '../load/run.js';

serve(runTask);
