#include "textflag.h"

// func gatherFast(dst, bias, w *float32, idx []int32, val []float32, h int)
TEXT ·gatherFast(SB), NOSPLIT, $0-80
	MOVQ dst+0(FP), DI
	MOVQ bias+8(FP), BX
	MOVQ w+16(FP), SI
	MOVQ h+72(FP), DX
	LEAQ (DX*4), R11          // bytes of a row
block:
	VMOVUPS (BX), Y0          // 32 columns stay in registers
	VMOVUPS 32(BX), Y1
	VMOVUPS 64(BX), Y2
	VMOVUPS 96(BX), Y3
	MOVQ idx_base+24(FP), R8
	MOVQ idx_len+32(FP), CX
	MOVQ val_base+48(FP), R9
	TESTQ CX, CX
	JZ   store
row:
	MOVLQSX (R8), AX
	IMULQ R11, AX
	VBROADCASTSS (R9), Y4
	ADDQ SI, AX
	VMULPS (AX), Y4, Y5
	VMULPS 32(AX), Y4, Y6
	VMULPS 64(AX), Y4, Y7
	VMULPS 96(AX), Y4, Y8
	VADDPS Y5, Y0, Y0
	VADDPS Y6, Y1, Y1
	VADDPS Y7, Y2, Y2
	VADDPS Y8, Y3, Y3
	ADDQ $4, R8
	ADDQ $4, R9
	DECQ CX
	JNZ  row
store:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, BX
	ADDQ $128, SI
	SUBQ $32, DX
	JG   block
	VZEROUPPER
	RET

// func scatterFast(w, d *float32, idx []int32, val []float32, h int)
TEXT ·scatterFast(SB), NOSPLIT, $0-72
	MOVQ w+0(FP), SI
	MOVQ d+8(FP), BX
	MOVQ h+64(FP), DX
	LEAQ (DX*4), R11          // bytes of a row
block:
	VMOVUPS (BX), Y0          // 32 columns stay in registers
	VMOVUPS 32(BX), Y1
	VMOVUPS 64(BX), Y2
	VMOVUPS 96(BX), Y3
	MOVQ idx_base+16(FP), R8
	MOVQ idx_len+24(FP), CX
	MOVQ val_base+40(FP), R9
	TESTQ CX, CX
	JZ   done
row:
	MOVLQSX (R8), AX
	IMULQ R11, AX
	VBROADCASTSS (R9), Y4
	ADDQ SI, AX
	VMULPS Y0, Y4, Y5
	VMULPS Y1, Y4, Y6
	VMULPS Y2, Y4, Y7
	VMULPS Y3, Y4, Y8
	VADDPS (AX), Y5, Y5
	VADDPS 32(AX), Y6, Y6
	VADDPS 64(AX), Y7, Y7
	VADDPS 96(AX), Y8, Y8
	VMOVUPS Y5, (AX)
	VMOVUPS Y6, 32(AX)
	VMOVUPS Y7, 64(AX)
	VMOVUPS Y8, 96(AX)
	ADDQ $4, R8
	ADDQ $4, R9
	DECQ CX
	JNZ  row
	ADDQ $128, BX
	ADDQ $128, SI
	SUBQ $32, DX
	JG   block
done:
	VZEROUPPER
	RET
