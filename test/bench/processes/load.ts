import { serve } from '../child.js';
import { runTask } from '../load/run.js';
import type { Task } from '../load/task.js';

serve((task: Task) => runTask(task));
